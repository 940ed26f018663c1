// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isFavourite, setFavourites } from '../../src/state/favourites.ts';
import { ListModel } from '../../src/state/listModel.ts';
import { MarketRow } from '../../src/ui/MarketRow.tsx';
import type { RowWords } from '../../src/ui/rowWords.tsx';
import type { RowHead } from '../../workers/api.ts';

vi.mock('../../src/state/client.ts', () => ({
  client: { open: () => ({ update: () => undefined, close: () => undefined }) },
  reportError: () => undefined,
}));

const headOf = (base: string, rest: Partial<RowHead> = {}): RowHead => ({
  id: `${base}-USDT`,
  base,
  quote: 'USDT',
  kind: 'spot',
  iconId: null,
  status: 'open',
  sparkline: `M0 ${base.length}`,
  rises: true,
  ...rest,
});

const words: RowWords = {
  kinds: { perpetual: 'Perp', futures: 'Futures' },
  mark: 'Mark',
  funding: 'Funding',
  closed: 'Closed',
  paused: 'Paused',
  price: 'Price',
  change: 'Change',
  volume: 'Volume',
  star: (name) => `Star ${name}`,
  full: { title: 'Full', text: 'Full' },
};
const texts = { hrefOf: ({ id }: RowHead) => `/m/${id}`, starOf: words.star };

let model: ListModel;
let renders = 0;
const followed: string[] = [];
const named: string[] = [];

function Row({ rowAction }: { readonly rowAction?: (id: string) => string }) {
  return (
    <Profiler id="row" onRender={() => void (renders += 1)}>
      <ul>
        <MarketRow
          place={0}
          top={0}
          model={model}
          words={words}
          ids="r"
          isWide={false}
          rowAction={rowAction}
          texts={rowAction ? { ...texts, starOf: undefined } : texts}
          onFollow={(_, { id }) => void followed.push(id)}
          onLists={({ name }) => void named.push(name)}
        />
      </ul>
    </Profiler>
  );
}

beforeEach(() => {
  model = new ListModel();
  setFavourites([]);
  renders = 0;
  followed.length = 0;
  named.length = 0;
});
afterEach(cleanup);

const put = (head: RowHead) => act(() => model.heads.write(0, head));
/** All that a row consists of, with its attributes in one order. */
const shownOf = (node: Node): string[] => {
  const attributes =
    node instanceof Element ? [...node.attributes].map(({ name, value }) => `${name}=${value}`) : [];
  const own = `${node.nodeName} ${node.nodeValue ?? ''} ${attributes.sort().join(' ')}`;
  return [own, ...[...node.childNodes].flatMap(shownOf)];
};
/** What a row shows that is rendered for a market from the beginning. */
function rendered(head: RowHead, rowAction?: (id: string) => string): string[] {
  const before = model;
  model = new ListModel();
  model.heads.write(0, head);
  const { container, unmount } = render(<Row {...(rowAction ? { rowAction } : {})} />);
  const shown = shownOf(container);
  unmount();
  model = before;
  return shown;
}

describe('a row in which another market takes its place', () => {
  const others: readonly RowHead[] = [
    headOf('ETH', { rises: false }),
    headOf('LONGNAME'),
    headOf('USDT', { quote: 'BTC', sparkline: '' }),
    headOf('PERP', { kind: 'perpetual' }),
    headOf('BTC', { iconId: 1 }),
    headOf('SOL', { iconId: 2 }),
    headOf('OLD', { status: 'closed' }),
    headOf('BTC', { iconId: 1 }),
    headOf('ETH'),
  ];

  it('shows what a row shows that is rendered for it', () => {
    setFavourites(['ETH-USDT', 'SOL-USDT']);
    model.heads.write(0, headOf('BTC'));
    const { container } = render(<Row />);
    for (const head of [...others, ...others.toReversed(), headOf('BTC')]) {
      put(head);
      expect(shownOf(container)).toEqual(rendered(head));
    }
  });

  it('is not rendered for one of the same kind', () => {
    model.heads.write(0, headOf('BTC'));
    render(<Row />);
    const before = renders;
    put(headOf('ETH', { rises: false, sparkline: 'M1 1' }));
    put(headOf('LONGNAME'));
    expect(renders).toBe(before);
    put(headOf('PERP', { kind: 'perpetual' }));
    expect(renders).toBeGreaterThan(before);
  });

  it('renders a caller’s own part for each market', () => {
    const rowAction = (id: string) => `own ${id}`;
    model.heads.write(0, headOf('BTC'));
    const { container } = render(<Row rowAction={rowAction} />);
    put(headOf('ETH'));
    expect(container.textContent).toContain('own ETH-USDT');
    expect(shownOf(container)).toEqual(rendered(headOf('ETH'), rowAction));
  });

  it('leads to the market that stands there, and its star is that market’s', () => {
    model.heads.write(0, headOf('BTC'));
    render(<Row />);
    put(headOf('ETH'));
    fireEvent.click(screen.getByRole('link'));
    expect(followed).toEqual(['ETH-USDT']);
    const star = screen.getByRole('button', { name: 'Star ETH' });
    act(() => star.click());
    expect(isFavourite('ETH-USDT')).toBe(true);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    fireEvent.contextMenu(star);
    expect(named).toEqual(['ETH/USDT']);
    put(headOf('BTC'));
    expect(star.getAttribute('aria-pressed')).toBe('false');
    act(() => setFavourites(['BTC-USDT']));
    expect(star.getAttribute('aria-pressed')).toBe('true');
    act(() => setFavourites(['ETH-USDT']));
    expect(star.getAttribute('aria-pressed')).toBe('false');
  });

  it('keeps what was written when it is rendered for another reason', () => {
    model.heads.write(0, headOf('BTC'));
    const { container, rerender } = render(<Row />);
    put(headOf('ETH'));
    rerender(<Row rowAction={(id) => id} />);
    rerender(<Row />);
    expect(shownOf(container)).toEqual(rendered(headOf('ETH')));
    put(headOf('BTC'));
    expect(shownOf(container)).toEqual(rendered(headOf('BTC')));
  });
});
