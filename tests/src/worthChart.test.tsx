// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changeSettings } from '../../src/state/settings.ts';
import { WorthChart } from '../../src/ui/chart/WorthChart.tsx';

const made = vi.hoisted(() => ({ languages: [] as string[], gone: 0 }));
vi.mock('../../src/ui/chart/engine.ts', () => ({
  WorthEngine: class {
    constructor(_: HTMLElement, language: string) {
      made.languages.push(language);
    }
    draw() {}
    restyle() {}
    destroy() {
      made.gone += 1;
    }
  },
}));
afterEach(cleanup);

it('the axis of a line speaks the language that is chosen while it is shown', async () => {
  changeSettings({ language: 'en_us' });
  render(<WorthChart points={[]} isDaily label="" />);
  await vi.waitFor(() => expect(made.languages).toHaveLength(1), 10_000);
  await act(async () => changeSettings({ language: 'jp' }));
  await vi.waitFor(() => expect(made.languages).toHaveLength(2), 10_000);
  expect(made.languages[1]).toMatch(/^ja/);
  expect(made.gone).toBe(1);
});
