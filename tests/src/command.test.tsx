// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useCommand } from '../../src/state/useCommand.ts';
import type { JournalFrame } from '../../workers/api.ts';
import { fake, forgetWorker, publish, tap } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
afterEach(() => {
  cleanup();
  forgetWorker();
});

function Cancel({ isSingle }: { readonly isSingle: boolean }) {
  const { sending, send } = useCommand('withdraw.cancel', isSingle);
  return (
    <button type="button" onClick={() => void send({ id: 4 })}>
      {sending?.state ?? 'idle'}
    </button>
  );
}

type Entry = JournalFrame['entries'][number];
const entry = (state: Entry['state']): Entry => ({ key: 'k', call: 'withdraw.cancel', state });
const journal = (...entries: Entry[]) => publish({ kind: 'journal', entries, isLasting: true });
const state = () => screen.getByRole('button').textContent;

describe('a command whose answer was lost', () => {
  const lose = async (key: string, isSingle = false) => {
    fake.submit.mockResolvedValue({ state: 'unknown', key });
    render(<Cancel isSingle={isSingle} />);
    await tap(screen.getByRole('button'));
    expect(state()).toBe('unknown');
  };

  it.each(['absent', 'settled'] as const)('stays %s once the journal has forgotten it', async (end) => {
    await lose('k');
    await journal();
    expect(state()).toBe('unknown');
    await journal(entry('unknown'));
    await journal(entry(end));
    await journal();
    expect(state()).toBe(end);
  });
  it('is not in doubt for ever when its outcome was said while nobody looked', async () => {
    await lose('k');
    await journal(entry('unknown'));
    await journal();
    expect(state()).toBe('idle');
  });
  it('is followed to its end without its key too, where there is only one such', async () => {
    await lose('', true);
    await journal(entry('settled'));
    await journal();
    expect(state()).toBe('settled');
  });
  it('leaves the next one in doubt until its own end is known', async () => {
    await lose('k');
    await journal(entry('absent'));
    await journal();
    fake.submit.mockResolvedValue({ state: 'unknown', key: 'other' });
    await tap(screen.getByRole('button'));
    expect(state()).toBe('unknown');
  });
});
