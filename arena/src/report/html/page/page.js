'use strict';
(() => {
  const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const SVG = 'http://www.w3.org/2000/svg';
  const $ = (id) => document.getElementById(id);

  /** An element; what it holds is text or other elements, never markup. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }
  function draw(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // Chess: enough to play legal moves, and to write them down. Squares count from a1 = 0 to h8 = 63.

  const fileOf = (square) => square & 7;
  const nameOf = (square) => 'abcdefgh'[square & 7] + ((square >> 3) + 1);
  const isWhite = (piece) => piece === piece.toUpperCase();

  function position(fen) {
    const [places, turn, rights, ep, half, full] = fen.split(' ');
    const board = new Array(64).fill('');
    places.split('/').forEach((row, i) => {
      let square = (7 - i) * 8;
      for (const c of row) {
        if (c >= '1' && c <= '8') square += Number(c);
        else board[square++] = c;
      }
    });
    const at = { board, white: turn !== 'b', rooks: new Set(), ep: -1, half: Number(half) || 0, full: Number(full) || 1 };
    for (const c of rights === '-' ? '' : rights) at.rooks.add(rookOf(board, c));
    if (ep && ep !== '-') at.ep = ep.charCodeAt(0) - 97 + (Number(ep[1]) - 1) * 8;
    return at;
  }

  /** The square of the rook that a letter of the castling rights means. */
  function rookOf(board, letter) {
    const white = isWhite(letter);
    const rank = white ? 0 : 56;
    const rook = white ? 'R' : 'r';
    const king = board.indexOf(white ? 'K' : 'k');
    const side = letter.toUpperCase();
    if (side === 'K') { for (let s = rank + 7; s > king; s--) if (board[s] === rook) return s; }
    if (side === 'Q') { for (let s = rank; s < king; s++) if (board[s] === rook) return s; }
    return rank + side.charCodeAt(0) - 65;
  }

  function fenOf(at) {
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
      let row = '';
      let empty = 0;
      for (let file = 0; file < 8; file++) {
        const piece = at.board[rank * 8 + file];
        if (!piece) { empty++; continue; }
        row += (empty || '') + piece;
        empty = 0;
      }
      rows.push(row + (empty || ''));
    }
    let rights = '';
    for (const white of [true, false]) {
      for (const side of ['K', 'Q']) {
        const letter = white ? side : side.toLowerCase();
        const king = at.board.indexOf(white ? 'K' : 'k');
        const rooks = [...at.rooks].filter((s) => (s < 8) === white && (side === 'K' ? s > king : s < king));
        for (const rook of rooks) {
          const file = String.fromCharCode(65 + fileOf(rook));
          rights += rookOf(at.board, letter) === rook ? letter : white ? file : file.toLowerCase();
        }
      }
    }
    return [rows.join('/'), at.white ? 'w' : 'b', rights || '-', at.ep < 0 ? '-' : nameOf(at.ep), at.half, at.full].join(' ');
  }

  const isCastling = (at, m) => at.board[m.from].toUpperCase() === 'K' && at.board[m.to] !== '' &&
    isWhite(at.board[m.to]) === isWhite(at.board[m.from]);

  function after(at, m) {
    const board = at.board.slice();
    const rooks = new Set(at.rooks);
    const piece = board[m.from];
    const kind = piece.toUpperCase();
    const zeroing = kind === 'P' || (board[m.to] !== '' && !isCastling(at, m));
    let ep = -1;
    if (isCastling(at, m)) {
      const rook = board[m.to];
      const rank = m.from & 56;
      const short = m.to > m.from;
      board[m.from] = board[m.to] = '';
      board[rank + (short ? 6 : 2)] = piece;
      board[rank + (short ? 5 : 3)] = rook;
    } else {
      if (kind === 'P' && fileOf(m.from) !== fileOf(m.to) && !board[m.to]) board[(m.from & 56) + fileOf(m.to)] = '';
      board[m.from] = '';
      board[m.to] = m.promotion ? (at.white ? m.promotion : m.promotion.toLowerCase()) : piece;
      if (kind === 'P' && Math.abs(m.to - m.from) === 16) {
        const enemy = at.white ? 'p' : 'P';
        const beside = [m.to - 1, m.to + 1].filter((s) => (s & 56) === (m.to & 56));
        if (beside.some((s) => board[s] === enemy)) ep = (m.from + m.to) / 2;
      }
    }
    if (kind === 'K') for (const rook of at.rooks) if ((rook < 8) === at.white) rooks.delete(rook);
    rooks.delete(m.from);
    rooks.delete(m.to);
    return { board, white: !at.white, rooks, ep, half: zeroing ? 0 : at.half + 1, full: at.full + (at.white ? 0 : 1) };
  }

  function sanOf(at, m) {
    const suffix = ['', '+', '#'][m.suffix];
    if (isCastling(at, m)) return (m.to > m.from ? 'O-O' : 'O-O-O') + suffix;
    const kind = at.board[m.from].toUpperCase();
    if (kind === 'P') {
      const takes = fileOf(m.from) !== fileOf(m.to);
      return (takes ? nameOf(m.from)[0] + 'x' : '') + nameOf(m.to) + (m.promotion ? '=' + m.promotion : '') + suffix;
    }
    const from = (m.origin & 1 ? nameOf(m.from)[0] : '') + (m.origin & 2 ? nameOf(m.from)[1] : '');
    return kind + from + (at.board[m.to] ? 'x' : '') + nameOf(m.to) + suffix;
  }

  // Games: from the letters of the report to moves and positions.

  function scoreOf(level) {
    if (level === 0) return null;
    const offset = Math.abs(level - 2048);
    const sign = Math.sign(level - 2048);
    if (offset > 1900) return { mate: offset - 1900, sign, pawns: sign * 100 };
    return { sign, pawns: sign * (offset <= 1500 ? offset : 1500 + (offset - 1500) * 20) / 100 };
  }

  function unpack(row) {
    let at = position(row.start || START);
    const game = { row, positions: [at], moves: [] };
    let i = 0;
    const digit = () => LETTERS.indexOf(row.moves[i++]);
    const two = () => digit() * 64 + digit();
    while (i < row.moves.length) {
      const m = { from: digit(), to: digit(), number: at.full, white: at.white };
      const flags = digit();
      m.origin = flags & 3;
      m.suffix = (flags >> 2) % 3;
      m.promotion = ['', 'N', 'B', 'R', 'Q'][Math.floor((flags >> 2) / 3)];
      m.book = game.moves.length < row.book;
      if (!m.book) {
        m.score = scoreOf(two());
        m.seconds = two() * row.unit / 1e6;
        m.depth = digit();
      }
      m.san = sanOf(at, m);
      m.castling = isCastling(at, m);
      at = after(at, m);
      game.moves.push(m);
      game.positions.push(at);
    }
    return game;
  }

  const scoreText = (score, flip = 1) => {
    if (!score) return '';
    const sign = score.sign * flip < 0 ? '-' : '+';
    if (score.mate) return sign + 'M' + Math.ceil(score.mate / 2);
    return sign + Math.abs(score.pawns).toFixed(2);
  };

  /** Periods of a time control as PGN writes it; none where no clock runs through the game. */
  function timeControl(text) {
    const match = /^(?:(\d+)\/)?([\d.]+)(?:\+([\d.]+))?$/.exec(text || '');
    if (!match) return null;
    return { period: Number(match[1]) || 0, base: Number(match[2]), increment: Number(match[3]) || 0 };
  }

  const clockText = (seconds) => {
    if (seconds >= 60) return Math.floor(seconds / 60) + ':' + String(Math.floor(seconds % 60)).padStart(2, '0');
    return seconds.toFixed(seconds < 10 ? 2 : 1) + ' s';
  };
  const spentText = (seconds) => seconds >= 1 ? seconds.toFixed(1) + ' s' : (seconds * 1000).toPrecision(3).replace(/\.?0+$/, '') + ' ms';

  /** What is left on a side's clock after this many plies of the game; null without a clock. */
  function clockAt(game, ply, white) {
    const player = data.players[white ? game.row.white : game.row.black];
    const control = timeControl(player && player.time_control);
    if (!control) return null;
    let left = control.base + control.increment;
    let count = 0;
    for (const m of game.moves.slice(0, ply)) {
      if (m.book || m.white !== white) continue;
      left += control.increment - m.seconds;
      if (control.period && ++count % control.period === 0) left += control.base;
    }
    return Math.max(0, left);
  }

  // The board.

  function boardOf(at, last, flipped, label) {
    const svg = draw('svg', { class: 'board', viewBox: '0 0 320 320', role: 'img', 'aria-label': label || fenOf(at) });
    const x = (s) => (flipped ? 7 - fileOf(s) : fileOf(s)) * 40;
    const y = (s) => (flipped ? s >> 3 : 7 - (s >> 3)) * 40;
    for (let s = 0; s < 64; s++) {
      const light = (fileOf(s) + (s >> 3)) % 2 === 1;
      svg.append(draw('rect', { x: x(s), y: y(s), width: 40, height: 40, class: light ? 'light' : 'dark' }));
    }
    for (const s of last || []) svg.append(draw('rect', { x: x(s), y: y(s), width: 40, height: 40, class: 'last' }));
    for (let i = 0; i < 8; i++) {
      svg.append(draw('text', { x: i * 40 + 33, y: 317 }, 'abcdefgh'[flipped ? 7 - i : i]));
      svg.append(draw('text', { x: 2, y: i * 40 + 9 }, String(flipped ? i + 1 : 8 - i)));
    }
    for (let s = 0; s < 64; s++) {
      const piece = at.board[s];
      if (!piece) continue;
      svg.append(draw('use', {
        href: '#piece-' + piece.toLowerCase(), x: x(s), y: y(s), width: 40, height: 40,
        class: isWhite(piece) ? 'white-piece' : 'black-piece',
      }));
    }
    return svg;
  }

  // The viewer.

  const source = $('replays');
  const data = source ? JSON.parse(source.textContent) : { players: [], rows: [] };
  const isMatch = data.players.length === 2;
  let game = null;
  let ply = 0;
  let flipped = false;
  let timer = 0;

  const nameOfPlayer = (index) => (data.players[index] || { name: '?' }).name;
  const points = (row) => row.result === '1/2-1/2' ? 1 : (row.result === '1-0') === (row.white === 0) ? 2 : 0;

  function showGame(number, at, scroll) {
    const row = data.rows.find((row) => row.game === number);
    if (!row) return;
    if (!game || game.row !== row) {
      game = unpack(row);
      titles();
      moveList();
    }
    showPly(at === undefined ? game.moves.length : at);
    mark(scroll);
  }

  function titles() {
    const row = game.row;
    const moves = Math.ceil(row.plies / 2);
    $('game-title').textContent = `Game ${row.game}: ${nameOfPlayer(row.white)} – ${nameOfPlayer(row.black)}  ${resultText(row.result)}`;
    const opening = [row.eco, row.name || 'opening ' + row.opening].filter(Boolean).join(' ');
    $('game-note').textContent = `${opening}; ${row.end.replaceAll('_', ' ')} after ${moves} moves` +
      (row.chess960 ? '; Chess960' : '') + (row.incident ? '; ' + row.incident : '') +
      (row.moves ? '' : '. Its moves are in the journal alone.');
  }
  const resultText = (result) => result === '1/2-1/2' ? '½–½' : result.replace('-', '–');

  function showPly(to) {
    ply = Math.max(0, Math.min(to, game.moves.length));
    const at = game.positions[ply];
    const m = game.moves[ply - 1];
    $('board').replaceChildren(boardOf(at, m && [m.from, m.to], flipped));
    player($('top-player'), flipped);
    player($('bottom-player'), !flipped);
    const now = $('moves').querySelector('.now');
    if (now) now.classList.remove('now');
    const next = $('moves').querySelector(`[data-ply="${ply}"]`);
    if (next) {
      next.classList.add('now');
      const box = $('moves');
      box.scrollTop = next.offsetTop - box.clientHeight / 2;
    } else {
      $('moves').scrollTop = 0;
    }
    graph();
    $('link').href = anchor();
    $('copied').textContent = '';
  }

  const anchor = () => `#game-${game.row.game}-${ply}`;

  function player(element, white) {
    const index = white ? game.row.white : game.row.black;
    let m = null;
    for (const move of game.moves.slice(0, ply)) if (move.white === white && !move.book) m = move;
    const left = clockAt(game, ply, white);
    const parts = [];
    if (m) parts.push(`${scoreText(m.score)} d${m.depth}`.trim(), spentText(m.seconds));
    if (left !== null) parts.push(clockText(left));
    const toMove = game.positions[ply].white === white ? ' to-move' : '';
    element.replaceChildren(
      make('span', { class: 'name' + (isMatch ? ' ink-' + index : '') }, (white ? '○ ' : '● ') + nameOfPlayer(index)),
      make('span', { class: 'clock' + toMove }, parts.join(' · ')));
  }

  function moveList() {
    const box = $('moves');
    const parts = [];
    game.moves.forEach((m, i) => {
      const title = m.book ? 'book' : `${scoreText(m.score)}, depth ${m.depth}, ${spentText(m.seconds)}`;
      const move = make('a', {
        href: `#game-${game.row.game}-${i + 1}`, 'data-ply': i + 1, title, class: m.book ? 'book' : '',
      }, m.san);
      const number = m.number + (m.white ? '.' : '…');
      parts.push(m.white || i === 0 ? make('span', { class: 'numbered' }, make('span', { class: 'no' }, number), move) : move, ' ');
    });
    parts.push(make('span', { class: 'no' }, resultText(game.row.result)));
    box.replaceChildren(...parts);
  }

  /** Scores of both sides, seen by White; beyond ten pawns nothing changes. */
  function graph() {
    const [width, height, limit] = [420, 140, 10];
    const last = Math.max(1, game.moves.length);
    const x = (i) => 4 + (width - 8) * i / last;
    const y = (pawns) => height / 2 - (height / 2 - 6) * Math.tanh(Math.max(-limit, Math.min(limit, pawns)) / 3.5);
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Scores of both sides, seen by White' });
    svg.append(draw('line', { class: 'zero', x1: 0, x2: width, y1: y(0), y2: y(0) }));
    for (const pawns of [-3, -1, 1, 3]) {
      svg.append(draw('line', { class: 'zero', x1: 0, x2: width, y1: y(pawns), y2: y(pawns), 'stroke-dasharray': '2 5' }));
      svg.append(draw('text', { x: 4, y: y(pawns) - 2 }, (pawns > 0 ? '+' : '-') + Math.abs(pawns)));
    }
    for (const white of [true, false]) {
      const d = [];
      game.moves.forEach((m, i) => {
        if (m.white !== white || !m.score) return;
        d.push((d.length ? 'L' : 'M') + x(i + 1).toFixed(1) + ' ' + y((white ? 1 : -1) * m.score.pawns).toFixed(1));
      });
      const index = white ? game.row.white : game.row.black;
      svg.append(draw('path', { d: d.join(''), class: 'line-' + (isMatch ? index : white ? 0 : 1) }));
    }
    svg.append(draw('line', { class: 'cursor', x1: x(ply), x2: x(ply), y1: 0, y2: height }));
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width * width - 4) / (width - 8) * last));
    });
    $('graph').replaceChildren(svg);
  }

  function go(to) {
    if (!game) return;
    showPly(to);
    history.replaceState(null, '', anchor());
  }
  function neighbour(step) {
    const shown = [...$('list').querySelectorAll('a')].map((a) => Number(a.dataset.game));
    const at = shown.indexOf(game.row.game);
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + step))];
    if (next !== undefined) location.hash = `#game-${next}`;
  }
  function play() {
    if (timer) { clearInterval(timer); timer = 0; }
    else {
      if (ply === game.moves.length) go(0);
      timer = setInterval(() => { go(ply + 1); if (ply === game.moves.length) play(); }, 600);
    }
    $('play').querySelector('path').setAttribute('d', timer ? 'M5 3v10M11 3v10' : 'M5 3v10l8-5z');
    $('play').setAttribute('aria-label', timer ? 'pause' : 'play');
  }

  // The list of games.

  const FILTERS = [
    ['all', () => true],
    ['won', (row) => points(row) === 2],
    ['drawn', (row) => points(row) === 1],
    ['lost', (row) => points(row) === 0],
    ['faults', (row) => ['time_forfeit', 'abandoned', 'illegal_move'].includes(row.end)],
  ];

  function filters() {
    $('filter').replaceChildren(...FILTERS.map(([name], i) => {
      const label = !isMatch || i === 0 || i === 4 ? name : `${name} by ${nameOfPlayer(0)}`;
      return make('option', { value: name }, label);
    }));
  }

  function gameList() {
    const [, accepts] = FILTERS.find(([name]) => name === $('filter').value) || FILTERS[0];
    const rows = data.rows.filter(accepts);
    const items = rows.map((row) => make('a', { href: `#game-${row.game}`, 'data-game': row.game, role: 'option', tabindex: '-1' },
      make('span', { class: 'n' }, String(row.game)),
      make('span', { class: 'w' + (isMatch ? ' ink-' + row.white : '') }, nameOfPlayer(row.white)),
      make('span', {}, resultText(row.result))));
    $('list').replaceChildren(...items);
    mark(false);
  }

  function mark(scroll) {
    if (!game) return;
    const old = $('list').querySelector('[aria-selected="true"]');
    if (old) old.removeAttribute('aria-selected');
    const now = $('list').querySelector(`[data-game="${game.row.game}"]`);
    if (!now) return;
    now.setAttribute('aria-selected', 'true');
    if (scroll) $('list').scrollTop = now.offsetTop - $('list').offsetTop - $('list').clientHeight / 2;
  }

  // Copying.

  function pgn() {
    const row = game.row;
    const tags = [
      ['Event', document.title], ['Round', `${Math.ceil(row.game / 2)}.${2 - row.game % 2}`],
      ['White', nameOfPlayer(row.white)], ['Black', nameOfPlayer(row.black)], ['Result', row.result],
    ];
    if (row.chess960) tags.push(['Variant', 'Chess960']);
    if (row.start) tags.push(['SetUp', '1'], ['FEN', row.start]);
    if (row.eco) tags.push(['ECO', row.eco]);
    if (row.name) tags.push(['Opening', row.name]);
    const quoted = (text) => text.replace(/[\\"]/g, '\\$&');
    const words = [];
    game.moves.forEach((m, i) => {
      if (m.white) words.push(m.number + '.');
      else if (i === 0) words.push(m.number + '...');
      words.push(m.san);
      words.push(m.book ? '{book}' : `{${scoreText(m.score)}/${m.depth} ${m.seconds.toFixed(3)}s}`);
    });
    return tags.map(([name, value]) => `[${name} "${quoted(String(value))}"]\n`).join('') + '\n' + words.join(' ') + ` ${row.result}\n`;
  }

  /** Pages from a disk may not have the clipboard of the system; the old way works there too. */
  async function copy(text, status) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make('textarea', { readonly: '' });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    if (status) status.textContent = 'copied';
  }

  // Events.

  function fromAddress() {
    const match = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    if (!match) return false;
    const is = game && game.row.game === Number(match[1]) && match[2] !== undefined;
    showGame(Number(match[1]), match[2] === undefined ? undefined : Number(match[2]), !is);
    if (!is || !isInView($('board'))) $('games').scrollIntoView();
    return true;
  }
  function isInView(element) {
    const box = element.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }

  function keys(event) {
    if (!game || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) {
      if (event.shiftKey) neighbour(steps[event.key]);
      else go(ply + steps[event.key]);
    } else if (event.key === 'f' || event.key === 'F') {
      flipped = !flipped;
      showPly(ply);
    } else return;
    event.preventDefault();
  }

  function viewer() {
    $('viewer').hidden = data.rows.length === 0;
    filters();
    gameList();
    if (!fromAddress() && data.rows.length > 0) showGame(data.rows[0].game, undefined, false);
    $('to-start').onclick = () => go(0);
    $('back').onclick = () => go(ply - 1);
    $('forth').onclick = () => go(ply + 1);
    $('to-end').onclick = () => go(game.moves.length);
    $('play').onclick = play;
    $('flip').onclick = () => { flipped = !flipped; showPly(ply); };
    $('filter').onchange = gameList;
    $('find').onchange = () => { location.hash = `#game-${$('find').value}`; };
    $('copy-fen').onclick = () => copy(fenOf(game.positions[ply]), $('copied'));
    $('copy-pgn').onclick = () => copy(pgn(), $('copied'));
    addEventListener('hashchange', fromAddress);
    addEventListener('keydown', keys);
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    copy(document.querySelector(button.dataset.copy).textContent);
    button.textContent = 'Copied';
  });

  if ($('viewer')) viewer();

  // The live page: what the server sends replaces what is there.

  function duration(seconds) {
    const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (d) return `${d} d ${h} h`;
    if (h) return `${h} h ${String(m).padStart(2, '0')} min`;
    if (m) return `${m} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
    return `${Math.floor(seconds)} s`;
  }

  function status(state) {
    const running = state.running;
    $('pulse').className = 'pulse' + (running ? '' : ' idle');
    $('pulse').textContent = running ? 'running' : state.finished >= state.planned && state.planned ? 'finished' : 'not running';
    const parts = [`${state.finished} of ${state.planned} games`];
    if (running && state.games_per_hour) parts.push(`${Math.round(state.games_per_hour)} games/h`);
    if (running && state.seconds_left !== null) parts.push(`${duration(state.seconds_left)} left`);
    if (running && state.deadline) parts.push(state.deadline);
    if (state.problem) parts.push(state.problem);
    $('progress-text').textContent = parts.join(' · ');
    $('progress').max = Math.max(1, state.planned);
    $('progress').value = state.finished;
    $('tables').replaceChildren(...(running ? state.tables : []).map(table));
  }

  function table(of) {
    const side = (white) => {
      const who = white ? of.white : of.black;
      const parts = [who.score, who.clock_seconds === null ? '' : clockText(who.clock_seconds)].filter(Boolean);
      return make('div', { class: 'player' }, make('span', { class: 'name' }, (white ? '○ ' : '● ') + who.name),
        make('span', { class: 'clock' }, parts.join(' · ')));
    };
    const last = of.last_move ? of.last_move.match(/[a-h][1-8]/g).map((s) => s.charCodeAt(0) - 97 + (Number(s[1]) - 1) * 8) : [];
    return make('figure', {}, side(false), boardOf(position(of.position), last, false), side(true),
      make('figcaption', {}, `${of.worker ? of.worker + ', ' : ''}table ${of.table}, game ${of.game}, move ${Math.ceil(of.plies / 2)}`));
  }

  function live() {
    const query = new URLSearchParams(location.search);
    query.set('since', document.body.dataset.live);
    const events = new EventSource('events?' + query);
    events.addEventListener('status', (event) => status(JSON.parse(event.data)));
    events.addEventListener('head', (event) => {
      const { title, html } = JSON.parse(event.data);
      document.title = title;
      $('head').innerHTML = html;
    });
    events.addEventListener('section', (event) => {
      const { id, html } = JSON.parse(event.data);
      const content = $(id + '-content');
      if (!content) { location.reload(); return; }
      const open = [...content.querySelectorAll('details')].map((details) => details.open);
      content.innerHTML = html;
      content.querySelectorAll('details').forEach((details, i) => { details.open = Boolean(open[i]); });
    });
    events.addEventListener('games', (event) => {
      const { players, rows } = JSON.parse(event.data);
      if (!$('viewer')) { location.reload(); return; }
      data.players = players;
      data.rows = data.rows.filter((row) => !rows.some((other) => other.game === row.game)).concat(rows);
      data.rows.sort((a, b) => a.game - b.game);
      $('viewer').hidden = data.rows.length === 0;
      gameList();
      if (!game && data.rows.length > 0) showGame(data.rows[0].game, undefined, false);
    });
    events.addEventListener('reload', () => location.reload());
    events.onerror = () => { $('pulse').className = 'pulse off'; $('pulse').textContent = 'not connected'; };
  }
  /* The page of all results: search and filter are kept in the address, so that a reload keeps them. */
  function overview() {
    const search = $('overview-search'), show = $('overview-show');
    const kept = new URLSearchParams(location.hash.slice(1));
    search.value = kept.get('search') || '';
    show.value = kept.get('show') || '';
    const apply = () => {
      const wanted = search.value.toLowerCase();
      for (const row of $('overview-rows').rows) {
        const isShown = !show.value || ` ${row.dataset.marks} `.includes(` ${show.value} `);
        row.hidden = !(isShown && row.textContent.toLowerCase().includes(wanted));
      }
      history.replaceState(null, '', '#' + new URLSearchParams({ search: search.value, show: show.value }));
    };
    search.addEventListener('input', apply);
    show.addEventListener('change', apply);
    apply();
    setInterval(() => { if (document.activeElement !== search) location.reload(); }, 10000);
  }
  if ($('overview-rows')) overview();
  if (document.body.hasAttribute('data-live')) live();
})();
