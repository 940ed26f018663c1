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
import { securityExamples } from './security.ts';
import { spotExamples } from './spot.ts';
import { storageExamples } from './storage.ts';
import { supportExamples } from './support.ts';
import { teamExamples } from './team.ts';
import { withdrawExamples } from './withdrawals.ts';
import { worthExamples } from './worth.ts';

/** What a call does, in one line of the OpenAPI document, with a good request and a good answer. */
interface Example {
  readonly about: string;
  readonly request: unknown;
  readonly response: unknown;
}

/** Each call's example, apart from the calls, as no client needs them; a call without one does not compile. */
export const examples: Readonly<Record<CallName, Example>> = {
  ...accountExamples,
  ...alertExamples,
  ...contentExamples,
  ...cycleExamples,
  ...depositExamples,
  ...identityExamples,
  ...marketExamples,
  ...notificationExamples,
  ...perpetualExamples,
  ...securityExamples,
  ...spotExamples,
  ...storageExamples,
  ...supportExamples,
  ...teamExamples,
  ...withdrawExamples,
  ...worthExamples,
};
