// The class table's sorting and filters, the plots, and what opens and closes. All of it is a convenience:
// without scripts every figure is still on the page. Plots need Chart.js 3 or 4 in assets/chart.js.
'use strict';

// ---- The class table ------------------------------------------------------------------------------------------

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const key = (row, column, numeric) => {
    const cell = row.cells[column];
    return numeric ? Number(cell.dataset.value) : cell.textContent.trim().toLowerCase();
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
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sort(head, column));
    head.append(button);
  });
}

function filterable(table) {
  const bar = document.getElementById('filters');
  const name = document.getElementById('filter-name');
  const status = document.getElementById('filter-status');
  const exercise = document.getElementById('filter-exercise');
  const count = document.getElementById('filter-count');
  const rows = [...table.tBodies[0].rows];
  const apply = () => {
    const wanted = name.value.trim().toLowerCase();
    let shown = 0;
    table.dataset.marking = String(status.value !== '');
    for (const row of rows) {
      const cells = exercise.value ? [row.cells[Number(exercise.value)]] : [...row.cells].slice(2);
      for (const marked of row.querySelectorAll('.found')) {
        marked.classList.remove('found');
      }
      const hits = cells.filter((cell) => !status.value || cell.dataset.status === status.value);
      if (status.value) {
        hits.forEach((cell) => cell.classList.add('found'));
      }
      const found = row.dataset.find.toLowerCase().includes(wanted);
      row.hidden = !found || (status.value !== '' && hits.length === 0);
      shown += row.hidden ? 0 : 1;
    }
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

function plot_totals(data) {
  const canvas = canvas_in('plot-totals', 260, 'Students per tenth of the points; the table below has the figures');
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: data.totals.labels,
      datasets: [{label: 'students', data: data.totals.counts, backgroundColor: colour('--accent'),
                  borderRadius: 3, categoryPercentage: 0.92, barPercentage: 0.96}],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      plugins: {legend: {display: false}},
      scales: {
        x: axis({more: {grid: {display: false}}}),
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
function fold_away(id, title) {
  const table = document.getElementById(id);
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
  charts = [plot_totals(data)];
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
  document.body.classList.add('with-plots');
  fold_away('table-totals', 'The same as a table');
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

function open_and_close() {
  const bar = document.getElementById('open-close');
  bar.hidden = false;
  for (const button of bar.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      for (const details of document.querySelectorAll('.exercise > details')) {
        details.open = button.dataset.open === 'true';
      }
    });
  }
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
  filterable(class_table);
}
if (document.getElementById('chart-data')) {
  plots();
}
if (document.getElementById('open-close')) {
  open_and_close();
}
