// Charts: the values under the pointer, or by the arrow keys where a chart has the focus.

/** Units of a drawing below its horizontal axis. */
const AXIS = 46;

/** The reading of a chart that is shown, with its mark in the drawing. */
function showReading(chart, index) {
  const readings = JSON.parse(chart.dataset.readings);
  hideReading();
  if (readings.length === 0) return;
  const at = Math.max(0, Math.min(readings.length - 1, index));
  const [x, y, text] = readings[at];
  const svg = chart.querySelector('svg');
  const view = svg.viewBox.baseVal;
  svg.append(y === null
    ? draw('line', { class: 'reading-mark', x1: x, x2: x, y1: 0, y2: view.height - (chart.matches('.plot') ? AXIS : 0) })
    : draw('circle', { class: 'reading-mark', cx: x, cy: y, r: 6 }));
  const box = make('div', { class: 'reading', role: 'status' }, text);
  chart.dataset.at = at;
  chart.append(box);
  const place = svg.getBoundingClientRect(), frame = chart.getBoundingClientRect();
  const left = place.left - frame.left + x / view.width * place.width;
  const isRight = left + box.offsetWidth + 12 > frame.width;
  box.style.left = Math.max(0, isRight ? left - box.offsetWidth - 10 : left + 10) + 'px';
  box.style.top = place.top - frame.top + 8 + 'px';
}
function hideReading() {
  for (const element of document.querySelectorAll('.reading, .reading-mark')) element.remove();
}
/** The reading nearest to a place of the window: by the abscissa, and where there are single points by both. */
function nearestReading(chart, event) {
  const svg = chart.querySelector('svg'), box = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const distance = ([rx, ry]) => Math.hypot(rx - x, ry === null ? 0 : ry - y);
  const distances = JSON.parse(chart.dataset.readings).map(distance);
  return distances.indexOf(Math.min(...distances));
}
const chartOf = (event) => event.target instanceof Element && event.target.closest('[data-readings]');

addEventListener('pointermove', (event) => {
  const chart = chartOf(event);
  if (chart) showReading(chart, nearestReading(chart, event));
  else if (document.querySelector('.reading') && !document.activeElement.closest('.plot')) hideReading();
});
addEventListener('focusin', (event) => {
  const chart = chartOf(event);
  if (chart && chart.matches(':focus-visible')) showReading(chart, Infinity);
});
addEventListener('focusout', hideReading);
addEventListener('keydown', (event) => {
  const chart = event.target instanceof Element && event.target.closest('.plot');
  if (!chart || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = chart.querySelector('.reading') ? Number(chart.dataset.at) : Infinity;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
  if (event.key === 'Escape') hideReading();
  else if (to !== undefined) {
    showReading(chart, to);
    event.preventDefault();
  }
});
