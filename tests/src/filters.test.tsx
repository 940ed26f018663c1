// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { addMonths, firstWeekday, weeksOf } from '../../src/ui/form/calendarDays.ts';
import { Filters } from '../../src/ui/records/Filters.tsx';
import { tap, text } from '../support/page.tsx';

const SIDE = { param: 'side', name: 'Side', options: [{ id: 'buy', text: 'Buy' }] };
let address = '';

function Records({ first = '' }: { readonly first?: string }) {
  const [params, setParams] = useState(() => new URLSearchParams(first));
  address = params.toString();
  return <Filters params={params} onChange={setParams} choices={[SIDE]} />;
}
const show = (first?: string) =>
  render(
    <MemoryRouter>
      <Records {...(first === undefined ? {} : { first })} />
    </MemoryRouter>,
  );
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sheet = () => within(screen.getByRole('dialog'));

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 31, 12), toFake: ['Date'] });
  changeSettings({ language: 'en_us' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the filter of records', () => {
  it('chooses a period with one tap, and takes it away with another', async () => {
    show();
    await tap(button('7 d'));
    expect(address).toBe('from=2026-03-25');
    expect(button('7 d').getAttribute('aria-pressed')).toBe('true');
    await tap(button('30 d'));
    expect(address).toBe('from=2026-03-02');
    await tap(button('30 d'));
    expect(address).toBe('');
  });
  it('shows what is chosen as chips that take it away', async () => {
    show('side=buy&from=2026-03-09&to=2026-03-10');
    expect(text()).toMatch(/Mar 9\s–\s10/);
    await tap(button('Remove Buy'));
    expect(address).toBe('from=2026-03-09&to=2026-03-10');
    await tap(button(/^Remove Mar/));
    expect(address).toBe('');
  });
  it('counts once it is shown, and not when the sheet is left', async () => {
    show();
    await tap(button('Filter'));
    await tap(sheet().getByRole('button', { name: 'Buy' }));
    await tap(sheet().getByRole('button', { name: 'Close' }));
    expect(address).toBe('');
  });
  it('takes days from its own calendar, and none of the future', async () => {
    show();
    await tap(button('Filter'));
    expect(document.querySelector('input, select')).toBeNull();
    await tap(sheet().getByRole('button', { name: /^From/ }));
    expect(sheet().getByRole('button', { name: 'Next month' })).toHaveProperty('disabled', true);
    await tap(sheet().getByRole('button', { name: 'Previous month' }));
    // The 31st of a month that has 28 days is its last.
    expect(sheet().getByRole('table').textContent).toMatch(/^SMTWTFS1234/);
    await tap(sheet().getByRole('button', { name: 'Saturday, February 14, 2026' }));
    await tap(sheet().getByRole('button', { name: 'Next month' }));
    await tap(sheet().getByRole('button', { name: 'Sunday, March 1, 2026' }));
    await tap(sheet().getByRole('button', { name: 'Show' }));
    expect(address).toBe('from=2026-02-14&to=2026-03-01');
  });
  it('goes through the calendar by keys', async () => {
    show('from=2026-03-09&to=2026-03-10');
    await tap(button('Filter'));
    await tap(sheet().getByRole('button', { name: /^From/ }));
    const table = sheet().getByRole('table');
    for (const key of ['PageUp', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
      fireEvent.keyDown(table, { key });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, February 10, 2026');
    fireEvent.keyDown(table, { key: 'PageDown' });
    fireEvent.keyDown(table, { key: 'PageDown' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday, March 31, 2026');
  });
  it('begins the week and names the month as the language does', async () => {
    changeSettings({ language: 'de' });
    show();
    await tap(button('Filter'));
    await tap(sheet().getByRole('button', { name: /^From/ }));
    expect(sheet().getByRole('table').textContent).toMatch(/^MDMDFSS1/);
    expect(text()).toContain('März 2026');
  });
});

describe('months', () => {
  it('have as many weeks and days as they have', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
    expect(weeksOf('2026-02-10', 7)).toHaveLength(4);
    expect(weeksOf('2026-02-10', 1)).toHaveLength(5);
    expect(weeksOf('2026-03-31', 1).flat().filter(Boolean)).toHaveLength(31);
    expect(['en-US', 'de', 'ja'].map(firstWeekday)).toEqual([7, 1, 7]);
  });
});
