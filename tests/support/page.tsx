import { act, configure, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { forgetModels } from '../../src/state/recentMap.ts';
import type { Frame, View } from '../../workers/api.ts';

// A screen that comes when it is first shown is compiled then: on a busy machine that takes more than a second.
configure({ asyncUtilTimeout: 10_000 });

interface Opened {
  view: View;
  readonly onFrame: (frame: Frame) => void;
  isOpen: boolean;
}

/**
 * The worker, as the page sees it, for tests of screens: views stay open until a test closes them, and calls answer as a test says.
 * Stands in by `vi.mock('…/state/client.ts', async () => (await import('…/support/page.tsx')).fakeWorker)`.
 */
export const fake = {
  opened: [] as Opened[],
  submit: vi.fn(),
  call: vi.fn(),
  wake: vi.fn(),
  onTick: vi.fn(),
  netGain: vi.fn(async () => ({ ok: false, error: { code: 'networkDown', message: '' } })),
  orderDetail: vi.fn(),
  holdsOf: vi.fn(),
  exportOrders: vi.fn(),
  exportRecords: vi.fn(),
  exportFutures: vi.fn(),
  exportStorage: vi.fn(),
  exportWallet: vi.fn(),
  readAddress: vi.fn(),
  cycleProof: vi.fn(),
  checkReceipt: vi.fn(),
  upload: vi.fn(),
  stopUpload: vi.fn(),
};
const { opened, ...calls } = fake;

export const fakeWorker = {
  reportError: () => undefined,
  client: {
    submit: fake.submit,
    wake: fake.wake,
    upload: fake.upload,
    stopUpload: fake.stopUpload,
    /** Each of the worker's own answers has a stand-in; the others are the exchange's. */
    ask: (kind: string, args: unknown) =>
      kind in calls ? calls[kind as keyof typeof calls](args) : fake.call(kind, args),
    setSettings: () => undefined,
    open: (view: View, onFrame: (frame: Frame) => void) => {
      const own: Opened = { view, onFrame, isOpen: true };
      opened.push(own);
      return {
        update: (next: View) => {
          own.view = next;
        },
        legendAt: async () => undefined,
        close: () => {
          own.isOpen = false;
        },
      };
    },
  },
};

/** What stands in for making pictures smaller: they stay as they are, unless a test says otherwise. */
export const pictures = { shrink: vi.fn() };
export const fakePictures = {
  shrinkPicture: async (file: Blob) => (await pictures.shrink(file)) ?? file,
  readPixels: async () => undefined,
};

interface ChartProps {
  readonly entries?: readonly { readonly text: string }[];
  readonly onMove?: (order: number, place: number) => void;
}
/** The chart that was drawn last. */
export const chart: { onMove?: NonNullable<ChartProps['onMove']> } = {};
/** What stands in for the chart, which needs a canvas. */
export const fakeChart = {
  default: ({ entries = [], onMove }: ChartProps) => {
    if (onMove) chart.onMove = onMove;
    return <span data-testid="entries">{entries.map(({ text: each }) => each).join()}</span>;
  },
};

/** What a test leaves behind is gone before the next. */
export function forgetWorker(): void {
  forgetModels();
  opened.length = 0;
  for (const call of [...Object.values(calls), pictures.shrink]) call.mockReset();
  delete chart.onMove;
}

export const viewsOf = (kind: View['kind']): readonly Opened[] =>
  opened.filter(({ view, isOpen }) => isOpen && view.kind === kind);
/** The view of a kind that was opened last. */
export const viewOf = (kind: View['kind']): View | undefined => viewsOf(kind).at(-1)?.view;

/** Frames that say which view they answer. */
type Answering = Extract<Frame, { readonly view: unknown }>;
const isAnswering = (frame: Frame): frame is Answering => 'view' in frame;

/** Publishes a frame to every open view of its kind, as the worker does; one without its `view` answers each as it is. */
export const publish = (frame: Frame): Promise<void> =>
  act(async () => {
    for (const { onFrame, view } of viewsOf(frame.kind))
      onFrame(isAnswering(frame) && !frame.view ? ({ ...frame, view } as Frame) : frame);
  });

/** A tap, and what follows it. */
export const tap = (element: Element): Promise<void> => act(async () => void fireEvent.click(element));
export const type = (element: Element, value: string): Promise<void> =>
  act(async () => void fireEvent.change(element, { target: { value } }));
/** Narrows a list by its sheet: one option of each group, and days as their buttons are read. */
export async function narrowBy(options: Readonly<Record<string, string>>, days: readonly string[] = []) {
  await tap(screen.getByRole('button', { name: 'Filter' }));
  const sheet = within(screen.getByRole('dialog'));
  if (days.length > 0) await tap(sheet.getByRole('button', { name: /^From/ }));
  for (const day of days) await tap(sheet.getByRole('button', { name: day }));
  for (const [group, name] of Object.entries(options))
    await tap(within(sheet.getByRole('group', { name: group })).getByRole('button', { name }));
  await tap(sheet.getByRole('button', { name: 'Show' }));
}
export async function clearFilters() {
  await tap(screen.getByRole('button', { name: 'Filter' }));
  const sheet = within(screen.getByRole('dialog'));
  await tap(sheet.getByRole('button', { name: 'Clear filters' }));
  await tap(sheet.getByRole('button', { name: 'Show' }));
}
/** All that stands on the page. */
export const text = (): string => document.body.textContent ?? '';

export const place = { path: '' };
/** Keeps where the page is in `place`. */
export function Place() {
  const { pathname, search } = useLocation();
  place.path = pathname + search;
  return null;
}
