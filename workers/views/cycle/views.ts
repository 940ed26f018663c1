import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { cycleAssetsView } from './assetsView.ts';
import { cycleHistoryView } from './historyView.ts';
import { cycleOpenView } from './openView.ts';
import { cycleSecondsView } from './secondsView.ts';
import { CycleTicketViewer } from './ticketView.ts';

export { exportCycles } from './export.ts';

export const cycleViews: ShownBy<
  'cycleAssets' | 'cycleTicket' | 'cycleOpen' | 'cycleSeconds' | 'cycleHistory'
> = {
  cycleAssets: { pace: 'list', open: cycleAssetsView },
  cycleTicket: { pace: 'list', open: live((view, deps) => new CycleTicketViewer(view, deps)) },
  cycleOpen: { pace: 'list', open: cycleOpenView },
  cycleSeconds: { pace: 'list', open: cycleSecondsView },
  cycleHistory: { pace: 'focus', open: cycleHistoryView },
};
