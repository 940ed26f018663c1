// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOnce } from '../../src/state/useOnce.ts';
import { useSender } from '../../src/state/useSender.ts';
import type { Submitted } from '../../workers/api.ts';
import { fake } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
afterEach(cleanup);

const tap = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

const ends: (() => void)[] = [];
const begun: string[] = [];
const failed: unknown[] = [];
const answers: ((result: Submitted<'withdraw.send'>) => void)[] = [];

function Way({ label, name }: { readonly label: string; readonly name?: string }) {
  const [isBusy, once] = useOnce(name);
  const task = () =>
    once(async () => {
      begun.push(label);
      await new Promise<void>((resolve) => void ends.push(resolve));
    });
  return (
    <button type="button" aria-busy={isBusy} onClick={() => void task()}>
      {label}
    </button>
  );
}

function Failing() {
  const [, once] = useOnce('position z');
  const task = () => once(() => Promise.reject(new Error('gone'))).catch((error) => failed.push(error));
  return (
    <button type="button" onClick={() => void task()}>
      f
    </button>
  );
}

function Sheet() {
  const { state, send } = useSender('withdraw.send');
  return (
    <button type="button" onClick={() => void send({} as never)}>
      {state}
    </button>
  );
}

describe('one thing at a time', () => {
  const isBusy = (label: string) => screen.getByRole('button', { name: label }).getAttribute('aria-busy');
  const end = () => act(async () => ends.shift()?.());
  afterEach(() => begun.splice(0));

  it('is one over all places of a name, and over a place that is closed and opened again', async () => {
    const { rerender } = render(
      <>
        <Way label="a" name="position x" />
        <Way label="b" name="position x" />
      </>,
    );
    await tap('a');
    expect([isBusy('a'), isBusy('b')]).toEqual(['true', 'true']);
    await tap('b');
    rerender(<Way label="c" name="position x" />);
    expect(isBusy('c')).toBe('true');
    await tap('c');
    expect(begun).toEqual(['a']);
    await end();
    expect(isBusy('c')).toBe('false');
    await tap('c');
    expect(begun).toEqual(['a', 'c']);
    await end();
  });
  it('leaves places of other names, and of none, alone', async () => {
    render(
      <>
        <Way label="a" name="position x" />
        <Way label="b" name="position y" />
        <Way label="c" />
        <Way label="d" />
      </>,
    );
    for (const label of ['a', 'b', 'c', 'd']) await tap(label);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (let n = 0; n < 4; n++) await end();
  });
  it('can be done again after it has failed', async () => {
    render(<Failing />);
    await tap('f');
    await tap('f');
    expect(failed).toHaveLength(2);
  });
});

describe('a money-moving call', () => {
  it('is not sent again by its sheet, closed and opened again, and idle in no moment when its answer is lost', async () => {
    fake.submit.mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
    const { unmount } = render(<Sheet />);
    await tap('idle');
    unmount();
    render(<Sheet />);
    await tap('sending');
    expect(fake.submit).toHaveBeenCalledTimes(1);
    await act(async () => answers.shift()?.({ state: 'refused', error: { code: 'timedOut', message: '' } }));
    await tap('idle');
    expect(fake.submit).toHaveBeenCalledTimes(2);
    const seen: (string | null)[] = [];
    const button = screen.getByRole('button');
    const observer = new MutationObserver(() => seen.push(button.textContent));
    observer.observe(button, { characterData: true, childList: true, subtree: true });
    await act(async () => answers.shift()?.({ state: 'unknown', key: 'k' }));
    observer.disconnect();
    expect(seen).toEqual(['unknown']);
  });
});
