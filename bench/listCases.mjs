/** Where each measured page is. A peer has the stream as it comes, or what our own kind of worker prepared for it. */
export const PAGES = {
  ours: '/bench/market-list',
  limit: '/bench/limit',
  virtual: '/bench/virtual',
  virtualPrepared: '/bench/virtual?fed=prepared',
  agGrid: '/bench/ag-grid',
  agGridPrepared: '/bench/ag-grid?fed=prepared',
  perspective: '/bench/perspective',
};

const load = (hz, u, rest = {}) => ({ hz, u, symbols: 2_000, sort: 0, ...rest });
const SLOW = { cpu: 4 };

/**
 * Who is measured under which load. Pages that share a case are measured one after another in each run, so that
 * their ratios are of the same minute. `short`: the pages of the quick look.
 */
const ALL = [
  {
    name: '60 Hz 1k',
    load: load(60, 1_000),
    pages: ['ours', 'limit', 'virtual'],
  },
  {
    name: '60 Hz 10k',
    load: load(60, 10_000),
    pages: ['ours', 'limit', 'virtual', 'virtualPrepared', 'perspective'],
    short: ['ours', 'limit', 'virtual'],
  },
  {
    name: '60 Hz 50k',
    load: load(60, 50_000),
    pages: ['ours', 'limit', 'virtual', 'virtualPrepared', 'perspective'],
    short: ['ours', 'limit', 'virtual'],
  },
  { name: '20 Hz 1k', load: load(20, 1_000), pages: ['ours', 'limit', 'agGrid'] },
  {
    name: '20 Hz 10k',
    load: load(20, 10_000),
    pages: ['ours', 'limit', 'agGrid', 'agGridPrepared'],
    short: ['ours', 'limit', 'agGrid'],
  },
  {
    name: '20 Hz 50k',
    load: load(20, 50_000),
    pages: ['ours', 'limit', 'agGrid', 'agGridPrepared'],
    short: ['ours', 'limit', 'agGrid'],
  },
  { name: '20,000 symbols', load: load(20, 50_000, { symbols: 20_000 }), pages: ['ours'], short: ['ours'] },
  { name: '200 symbols', load: load(20, 50_000, { symbols: 200 }), pages: ['ours'] },
  { name: 'sorted', load: load(20, 50_000, { sort: 1 }), pages: ['ours', 'agGrid'] },
  {
    name: '60 Hz 50k 4x',
    load: load(60, 50_000, SLOW),
    pages: ['ours', 'limit', 'virtual', 'agGrid', 'perspective'],
    short: ['ours', 'limit'],
  },
  { name: '20 Hz 50k 4x', load: load(20, 50_000, SLOW), pages: ['ours', 'limit'] },
  { name: '5 rows', load: load(20, 50_000, { height: 300 }), pages: ['ours', 'limit'] },
  { name: '30 rows', load: load(20, 50_000, { height: 1_800 }), pages: ['ours', 'limit'] },
  { name: '2 views', load: load(20, 50_000, { lists: 2 }), pages: ['ours'] },
  { name: '4 views', load: load(20, 50_000, { lists: 4 }), pages: ['ours'] },
  { name: '8 views', load: load(20, 50_000, { lists: 8 }), pages: ['ours'] },
];

/** The cases of a full run, or of a quick look. */
export const casesOf = (isShort) =>
  isShort ? ALL.filter(({ short }) => short).map(({ short, ...each }) => ({ ...each, pages: short })) : ALL;
