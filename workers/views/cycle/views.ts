import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { CycleAssetsViewer } from './assetsView.ts';
import { openCycleHistory } from './historyView.ts';
import { CycleOpenViewer } from './openView.ts';
import { CycleTicketViewer } from './ticketView.ts';

export { exportCycles } from './export.ts';

export const cycleViews: ShownBy<'cycleAssets' | 'cycleTicket' | 'cycleOpen' | 'cycleHistory'> = {
  cycleAssets: { pace: 'list', open: live((_, deps) => new CycleAssetsViewer(deps)) },
  cycleTicket: { pace: 'list', open: live((view, deps) => new CycleTicketViewer(view, deps)) },
  cycleOpen: { pace: 'list', open: live((view, deps) => new CycleOpenViewer(view, deps)) },
  cycleHistory: { pace: 'focus', open: live(openCycleHistory) },
};
