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
  const count = (number) => Math.round(number).toLocaleString('en');
  const parts = [`${count(state.finished)} of ${count(state.planned)} games`];
  if (running && state.games_per_hour) parts.push(`${count(state.games_per_hour)} games/h`);
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
    const index = data.players.findIndex((player) => player.name === who.name);
    const colour = isMatch() && index >= 0 ? ' ink-' + index : '';
    return make('div', { class: 'player' }, make('span', { class: 'name' + colour }, (white ? '○ ' : '● ') + who.name),
      make('span', { class: 'clock' }, parts.join(' · ')));
  };
  const last = of.last_move ? of.last_move.match(/[a-h][1-8]/g).map((s) => s.charCodeAt(0) - 97 + (Number(s[1]) - 1) * 8) : [];
  return make('figure', {}, side(false), boardOf(position(of.position), last, false), side(true),
    make('figcaption', {}, `table ${of.table}, game ${of.game}, move ${Math.ceil(of.plies / 2)}`));
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
