import { subscribe } from 'valtio';
import type { ErrorReport } from '../../domain/contract/index.ts';
import { ChunkError, chunkFailed } from '../app/chunks.ts';
import { governor } from './governing.ts';
import { settings } from './settings.ts';
import { startMarketWorker } from './startWorker.ts';
import { applyStatus, status } from './status.ts';
import { readText, storageKeys } from './storage.ts';
import type { WorkerEnd } from './worker.ts';
import { WorkerClient } from './worker.ts';

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The page's one client of the market worker. */
export const client = new WorkerClient(
  startMarketWorker,
  {
    language: settings.language,
    refresh: governor.mode,
    visible: isVisible(),
    token: readText(storageKeys.token),
  },
  workerEnded,
);

/** A script that is missing at once may be a tunnel; one that stays missing is gone with its build. */
const GONE_AFTER = 3;

function workerEnded(end: WorkerEnd, failures: number): void {
  status.isSilent = true;
  if (end === 'silent') return;
  if (end === 'died') reportError('workerDied', 'no answer');
  if (end === 'late') reportError('chunkTimeOut', 'market worker');
  if (end === 'failed' && failures === GONE_AFTER) {
    // Nothing else would show that there is a network again: a reload is all that is left.
    status.link = 'connecting';
    chunkFailed(new ChunkError('chunkMissing', 'market worker'));
  }
  if (end === 'incomplete') {
    if (failures === GONE_AFTER) chunkFailed(new ChunkError('chunkMissing', 'part of the market worker'));
    return;
  }
  if (end !== 'died') status.link = 'offline';
}

/** Reports an internal error to the exchange's log; holds no personal data. */
export function reportError(kind: ErrorReport['kind'], detail: string): void {
  void client.ask('common.report', { kind, detail: detail.slice(0, 300), build: __BUILD_ID__ });
}

/** A line that just broke is taken for live for a moment, ms: without it another worker would not get the script either. */
const TRUSTED_MS = 2_000;
let replacing: ReturnType<typeof setTimeout> | undefined;

/** Another worker is started once a script has been missing on a line that stays. */
function healMissing(isMissing: boolean): void {
  if (isMissing && replacing !== undefined) return;
  clearTimeout(replacing);
  replacing = isMissing
    ? setTimeout(() => {
        replacing = undefined;
        client.replaceIncomplete();
      }, TRUSTED_MS)
    : undefined;
}

/** Ties the worker to the page's life: status, settings, visibility, waking, leaving. */
export function followPage(): void {
  client.open({ kind: 'status' }, (frame) => {
    applyStatus(frame);
    if (frame.kind === 'status') healMissing(frame.isPartMissing && frame.link === 'live');
  });
  subscribe(settings, () => client.setSettings({ language: settings.language }));
  subscribe(governor, () => client.setSettings({ refresh: governor.mode }));
  client.watchHealth();
  document.addEventListener('visibilitychange', () => {
    client.setSettings({ visible: isVisible() });
    if (isVisible()) client.wake();
  });
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    client.setSettings({ visible: isVisible() });
    client.wake();
  });
  window.addEventListener('online', () => client.wake());
  window.addEventListener('pagehide', (event) => {
    // A page that the browser keeps may come back as it is: its views wait for it.
    if (event.persisted) client.setSettings({ visible: false });
    else client.leave();
  });
}
