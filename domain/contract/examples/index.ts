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

type AreaOf<Name extends string> = Name extends `${infer Area}.${string}` ? Area : never;
/** What the calls of each area are about, as the OpenAPI document's tags say it; an area without words does not compile. */
export const areaWords: Readonly<Record<AreaOf<CallName>, string>> = {
  account: 'Login, security, balances and records of the user',
  alert: 'Price alerts',
  apiKey: 'API keys for programs',
  common: 'Tokens, codes, uploads and the page’s own settings',
  content: 'Help, notices and documents',
  convert: 'Converting one asset into another',
  cycle: 'Cycle contracts',
  deposit: 'Deposits',
  dev: 'Practice only',
  identity: 'Verifying one’s identity',
  market: 'Prices of all markets',
  notification: 'Notifications',
  perpetual: 'Perpetuals: orders, positions, funding',
  spot: 'Spot orders',
  storage: 'Storage plans',
  support: 'Tickets',
  team: 'Invitations and rewards',
  tpaj: 'Customer service and addresses elsewhere',
  withdraw: 'Withdrawals, the address book and bank cards',
};
