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
  const two = (number) => String(Math.floor(number) % 60).padStart(2, '0');
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)} h`;
  if (seconds >= 60) return `${Math.floor(seconds / 60)}:${two(seconds)} min`;
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
