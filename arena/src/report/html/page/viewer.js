// The viewer.

const source = $('replays');
const data = source ? JSON.parse(source.textContent) : { players: [], rows: [] };
const isMatch = () => data.players.length === 2;
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
    make('span', { class: 'name' + (isMatch() ? ' ink-' + index : '') }, (white ? '○ ' : '● ') + nameOfPlayer(index)),
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
  const round = (pixels) => Math.round(pixels * 10) / 10;
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
    svg.append(draw('path', { d: d.join(''), class: 'line-' + (isMatch() ? index : white ? 0 : 1) }));
  }
  svg.append(draw('line', { class: 'cursor', x1: x(ply), x2: x(ply), y1: 0, y2: height }));
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width * width - 4) / (width - 8) * last));
  });
  const reading = (m, i) => [round(x(i + 1)), null, `${m.number}${m.white ? '.' : '…'} ${m.san}\n` + (m.book ? 'book' :
    `${scoreText(m.score, m.white ? 1 : -1) || 'no score'} for White, depth ${m.depth}`)];
  $('graph').dataset.readings = JSON.stringify(game.moves.map(reading));
  // A reading that is shown stays there while a click moves the cursor.
  $('graph').querySelector('svg')?.remove();
  $('graph').prepend(svg);
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
    const label = !isMatch() || i === 0 || i === 4 ? name : `${name} by ${nameOfPlayer(0)}`;
    return make('option', { value: name }, label);
  }));
}

const filterIndex = () => Math.max(0, FILTERS.findIndex(([name]) => name === $('filter').value));

function gameList() {
  const rows = data.rows.filter(FILTERS[filterIndex()][1]);
  const items = rows.map((row) => make('a', { href: `#game-${row.game}`, 'data-game': row.game, role: 'option', tabindex: '-1' },
    make('span', { class: 'n' }, String(row.game)),
    make('span', { class: 'w' + (isMatch() ? ' ink-' + row.white : '') }, nameOfPlayer(row.white)),
    make('span', {}, resultText(row.result))));
  $('list').replaceChildren(...items);
  mark(false);
}

/** Selects the game in the list; `scroll` also where it is not among those that are listed or in view. */
function mark(scroll) {
  if (!game) return;
  if (scroll && !FILTERS[filterIndex()][1](game.row)) {
    $('filter').value = 'all';
    gameList();
  }
  const old = $('list').querySelector('[aria-selected="true"]');
  if (old) old.removeAttribute('aria-selected');
  const now = $('list').querySelector(`[data-game="${game.row.game}"]`);
  if (!now) return;
  now.setAttribute('aria-selected', 'true');
  if (scroll) $('list').scrollTop = now.offsetTop - $('list').clientHeight / 2;
}

// Copying.

function pgn() {
  const row = game.row;
  const tags = [
    ['Event', ($('event') || $('verdict')).textContent], ['Round', `${Math.ceil(row.game / 2)}.${2 - row.game % 2}`],
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
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.target.closest('.plot')) return;
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
