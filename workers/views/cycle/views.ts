import type { ShownBy } from '../view.ts';
import { cycleAssetsView } from './assetsView.ts';
import { cycleHistoryView } from './historyView.ts';
import { cycleOpenView } from './openView.ts';
import { cycleSecondsView } from './secondsView.ts';
import { cycleTicketView } from './ticketView.ts';

export { exportCycles } from './export.ts';

export const cycleViews: ShownBy<
  'cycleAssets' | 'cycleTicket' | 'cycleOpen' | 'cycleSeconds' | 'cycleHistory'
> = {
  cycleAssets: { pace: 'list', open: cycleAssetsView },
  cycleTicket: { pace: 'list', open: cycleTicketView },
  cycleOpen: { pace: 'list', open: cycleOpenView },
  cycleSeconds: { pace: 'list', open: cycleSecondsView },
  cycleHistory: { pace: 'focus', open: cycleHistoryView },
};
