// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { client } from '../../src/state/client.ts';
import { useView } from '../../src/state/useView.ts';
import type { View } from '../../workers/api.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
afterEach(cleanup);

function Shown({ view }: { readonly view: View }) {
  useView(view, () => undefined);
  return null;
}

it('a view of another kind is opened as what it is: the worker takes no update to another kind', () => {
  const open = vi.spyOn(client, 'open');
  const { rerender } = render(<Shown view={{ kind: 'marks', market: 'A' }} />);
  rerender(<Shown view={{ kind: 'futuresMarks', market: 'B' }} />);
  expect(open.mock.calls.map(([{ kind }]) => kind)).toEqual(['marks', 'futuresMarks']);
});
