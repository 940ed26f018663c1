import type { CallName } from '../calls.ts';
import { accountExamples } from './account.ts';
import { alertExamples } from './alerts.ts';
import { contentExamples } from './content.ts';
import { cycleExamples } from './cycle.ts';
import { depositExamples } from './deposits.ts';
import { identityExamples } from './identity.ts';
import { marketExamples } from './market.ts';
import { notificationExamples } from './notifications.ts';
import { perpetualExamples } from './perpetual.ts';
import { spotExamples } from './spot.ts';
import { storageExamples } from './storage.ts';
import { supportExamples } from './support.ts';
import { teamExamples } from './team.ts';
import { withdrawExamples } from './withdrawals.ts';
import { worthExamples } from './worth.ts';

/** A good request and a good answer of each call; a call without one does not compile. */
export const examples: Readonly<Record<CallName, { readonly request: unknown; readonly response: unknown }>> =
  {
    ...accountExamples,
    ...alertExamples,
    ...contentExamples,
    ...cycleExamples,
    ...depositExamples,
    ...identityExamples,
    ...marketExamples,
    ...notificationExamples,
    ...perpetualExamples,
    ...spotExamples,
    ...storageExamples,
    ...supportExamples,
    ...teamExamples,
    ...withdrawExamples,
    ...worthExamples,
  };
