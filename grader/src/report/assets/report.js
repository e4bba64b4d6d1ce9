// The class table's sorting, filters and links, the plots, and what opens and closes. All of it is a convenience:
// without scripts every figure is still on the page. Plots need Chart.js 3 or 4 in assets/chart.js.
'use strict';

// ---- The class table ------------------------------------------------------------------------------------------

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const key = (row, column, numeric) => {
    const cell = row.cells[column];
    const text = cell.dataset.value || cell.textContent.trim();
    return numeric ? (Number.isNaN(Number.parseFloat(text)) ? -1 : Number.parseFloat(text)) : text.toLowerCase();
  };
  const sort = (head, column) => {
    const numeric = head.dataset.sort === 'number';
    const first = numeric ? 'descending' : 'ascending';
    const second = numeric ? 'ascending' : 'descending';
    const order = head.getAttribute('aria-sort') === first ? second : first;
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const rows = [...body.rows].map((row) => ({row, key: key(row, column, numeric)}));
    rows.sort((a, b) => sign * compare(a.key, b.key));
    body.append(...rows.map((entry) => entry.row));
  };
  heads.forEach((head, column) => {
    if (!head.dataset.sort) {
      return;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'order';
    button.setAttribute('aria-label', `Sort by ${head.firstChild.textContent.trim()}`);
    button.addEventListener('click', () => sort(head, column));
    head.firstChild.after(' ', button);
  });
}

/// A cell leads to its exercise on the page of its student, by mouse; by keyboard the names do.
function linked(table) {
  const heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
  table.dataset.linked = '';
  table.tBodies[0].addEventListener('click', (event) => {
    const cell = event.target.closest('td');
    const exercise = cell && heads[cell.cellIndex].dataset.to;
    if (exercise) {
      location.href = `${cell.parentElement.querySelector('a').getAttribute('href')}#${exercise}`;
    }
  });
}

function filterable(table) {
  const bar = document.getElementById('filters');
  const name = document.getElementById('filter-name');
  const status = document.getElementById('filter-status');
  const exercise = document.getElementById('filter-exercise');
  const count = document.getElementById('filter-count');
  const rows = [...table.tBodies[0].rows].map((row) => ({row, text: row.dataset.find.toLowerCase()}));
  let marked = [];
  const hits_in = (row) => {
    const hits = status.value ? [...row.getElementsByClassName(`v-${status.value}`)] : [];
    return exercise.value ? hits.filter((cell) => cell.cellIndex === Number(exercise.value)) : hits;
  };
  const apply = () => {
    const wanted = name.value.trim().toLowerCase();
    let shown = 0;
    marked.forEach((cell) => cell.classList.remove('found'));
    marked = [];
    for (const {row, text} of rows) {
      const hits = hits_in(row);
      const hide = !text.includes(wanted) || (status.value !== '' && hits.length === 0);
      if (row.hidden !== hide) {
        row.hidden = hide;
      }
      marked.push(...hits);
      shown += hide ? 0 : 1;
    }
    marked.forEach((cell) => cell.classList.add('found'));
    count.textContent = `${shown} of ${rows.length} shown`;
    document.getElementById('nothing-left').hidden = shown > 0;
  };
  [name, status, exercise].forEach((field) => field.addEventListener('input', apply));
  document.getElementById('filter-clear').addEventListener('click', () => {
    name.value = status.value = exercise.value = '';
    apply();
  });
  bar.hidden = false;
  apply();
}

// ---- Plots ----------------------------------------------------------------------------------------------------

let charts = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function canvas_in(id, height, label) {
  const place = document.getElementById(id);
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  place.replaceChildren(canvas);
  place.style.height = `${height}px`;
  place.hidden = false;
  return canvas;
}

function axis(options) {
  return {
    grid: {color: colour('--line'), drawTicks: false},
    border: {display: false},
    ticks: {color: colour('--soft'), padding: 6, ...options.ticks},
    ...options.more,
  };
}

function plot_bars(bars) {
  const canvas = canvas_in(bars.place, 260, bars.label);
  const colours = bars.classes.map((name) => colour(`--v-${name}`));
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.labels,
      datasets: [{label: 'students', data: bars.counts, backgroundColor: colours.length > 0 ? colours : colour('--accent'),
                  borderRadius: 3, categoryPercentage: 0.92, barPercentage: 0.96}],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      plugins: {legend: {display: false}},
      scales: {
        x: axis({more: {grid: {display: false}, title: {display: true, text: bars.axis, color: colour('--soft')}}}),
        y: axis({ticks: {precision: 0}, more: {beginAtZero: true, title: {display: true, text: 'students', color: colour('--soft')}}}),
      },
    },
  });
}

function plot_statuses(data) {
  const height = 76 + 24 * data.exercises.length;
  const canvas = canvas_in('plot-statuses', height, 'Statuses per exercise, stacked; the table below has the figures');
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: data.exercises,
      datasets: data.statuses.map((status) => ({
        label: status.word, data: status.counts, backgroundColor: colour(`--v-${status.class}`),
        borderColor: colour('--page'), borderWidth: {right: 1}, categoryPercentage: 0.9, barPercentage: 0.86,
      })),
    },
    options: {
      indexAxis: 'y',
      animation: false,
      maintainAspectRatio: false,
      interaction: {mode: 'nearest', axis: 'xy', intersect: true},
      plugins: {legend: {position: 'bottom', labels: {color: colour('--text'), boxWidth: 12, boxHeight: 12}}},
      scales: {
        x: axis({ticks: {precision: 0}, more: {stacked: true, beginAtZero: true, max: data.students}}),
        y: axis({ticks: {autoSkip: false, color: colour('--text')}, more: {stacked: true, grid: {display: false}}}),
      },
    },
  });
}

/// With a plot above it the table of the same figures need not stand open.
function fold_away(table, title) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = title;
  details.className = 'more';
  table.before(details);
  details.append(summary, table);
}

function draw() {
  const data = JSON.parse(document.getElementById('chart-data').textContent);
  charts.forEach((chart) => chart.destroy());
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  charts = data.bars.map(plot_bars);
  if (data.exercises.length > 0) {
    charts.push(plot_statuses(data));
  }
}

function plots() {
  const usable = typeof Chart === 'function' && Number.parseInt(Chart.version, 10) >= 3;
  if (!usable) {
    return;
  }
  draw();
  for (const plot of document.querySelectorAll('.plot')) {
    const table = document.getElementById(`${plot.id}-table`);
    if (table) {
      fold_away(table, 'The same as a table');
    }
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

// ---- What opens and closes ------------------------------------------------------------------------------------

function open_around(target) {
  for (let part = target; part; part = part.parentElement) {
    if (part.tagName === 'DETAILS') {
      part.open = true;
    }
  }
}

/// Follows the page's own links into what is closed: an exercise, a line of its source.
function follow_hash() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) {
    return;
  }
  const own = target.querySelector(':scope > details');
  open_around(own || target);
  target.scrollIntoView();
}

function open_all_buttons(bar) {
  bar.hidden = false;
  for (const button of bar.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      for (const details of document.querySelectorAll('.whole, .group')) {
        details.open = button.dataset.open === 'true';
      }
    });
  }
}

function open_and_close() {
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')];
    closed.forEach((details) => { details.open = true; });
  });
  addEventListener('afterprint', () => closed.forEach((details) => { details.open = false; }));
  addEventListener('hashchange', follow_hash);
  follow_hash();
}

const class_table = document.getElementById('class-table');
if (class_table) {
  sortable(class_table);
  linked(class_table);
  filterable(class_table);
}
document.querySelectorAll('table.sortable').forEach(sortable);
if (document.getElementById('chart-data')) {
  plots();
}
const open_close = document.getElementById('open-close');
if (open_close) {
  open_all_buttons(open_close);
}
open_and_close();
