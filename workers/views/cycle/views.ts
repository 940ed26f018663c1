import type { ViewKind } from '../../protocol.ts';
import type { ViewSpecs } from '../view.ts';
import { cycleAssetsView } from './assetsView.ts';
import { cycleHistoryView } from './historyView.ts';
import { cycleOpenView } from './openView.ts';
import { cycleSecondsView } from './secondsView.ts';
import { cycleTicketView } from './ticketView.ts';

export { exportCycles } from './export.ts';

export const cycleViews = {
  cycleAssets: { pace: 'list', open: cycleAssetsView },
  cycleTicket: { pace: 'list', open: cycleTicketView },
  cycleOpen: { pace: 'list', open: cycleOpenView },
  cycleSeconds: { pace: 'list', open: cycleSecondsView },
  cycleHistory: { pace: 'focus', open: cycleHistoryView },
} satisfies Partial<ViewSpecs<ViewKind>>;
