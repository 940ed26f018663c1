// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { EndlessList } from '../../src/ui/records/EndlessList.tsx';
import { hasMore } from '../../workers/views/pages.ts';

// Without a layout a list of 5,000 rows has no end.
vi.mock('../../src/ui/VirtualList.tsx', () => ({ VirtualList: () => null }));

beforeAll(() => startWords('en_us'));
afterEach(cleanup);

it.each([
  [4_999, 'No more records'],
  [5_000, 'Only the newest 5,000 records are shown here'],
])('a list of %i that goes no further says whether that is its end', (length, words) => {
  const rows = Array.from({ length }, (_, id) => ({ id }));
  // The worker reads as far, whatever comes after it.
  expect(hasMore({ rows, next: 1, loading: false })).toBe(length < 5_000);
  const want = { requested: { want: length }, more: () => undefined, again: () => undefined };
  const { container } = render(
    <EndlessList
      frame={{ more: false, loading: false }}
      lines={rows}
      want={want}
      onRetry={() => undefined}
      empty={null}
    >
      {() => null}
    </EndlessList>,
  );
  expect(container.textContent).toBe(words);
});
