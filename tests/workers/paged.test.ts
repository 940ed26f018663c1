import { expect, it } from 'vitest';
import type { Refusal, Result } from '../../domain/index.ts';
import type { Frame, View } from '../../workers/api.ts';
import { PagedViewer } from '../../workers/views/pagedView.ts';
import type { Page } from '../../workers/views/pages.ts';

type OrdersPast = Extract<View, { kind: 'orderHistory' }>;
const away: Refusal = { code: 'unavailable', message: 'away' };

it('asks again for a list whose first page failed, once the line has told something', async () => {
  let version = 1;
  const answers: Result<Page<{ id: number }, number>>[] = [
    { ok: false, error: away },
    { ok: true, data: { rows: [{ id: 7 }], next: null } },
  ];
  let asked = 0;
  const viewer = new PagedViewer<OrdersPast, { id: number }, number>(
    { kind: 'orderHistory', want: 50 } as OrdersPast,
    {
      asked: () => ({}),
      page: async () => answers[asked++] ?? { ok: false, error: away },
      version: () => version,
      frame: (rows, end) => ({ rows, ...end }) as unknown as Frame,
    },
  );
  const look = async () => {
    const frame = viewer.frame();
    await new Promise((resolve) => setTimeout(resolve));
    return frame;
  };
  await look();
  expect(await look()).toMatchObject({ rows: [], failed: away });
  await look();
  expect(asked).toBe(1);
  version += 1;
  await look();
  expect(asked).toBe(2);
  expect(await look()).toMatchObject({ rows: [{ id: 7 }], more: false, loading: false });
  viewer.close();
});
