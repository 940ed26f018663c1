import type { View } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { CycleAssetsViewer } from './assetsView.ts';
import { openCycleHistory } from './historyView.ts';
import { CycleOpenViewer } from './openView.ts';
import { CycleTicketViewer } from './ticketView.ts';

export { exportCycles } from './export.ts';

/** Views about cycle contracts. */
export type CycleViews = Extract<
  View,
  { kind: 'cycleAssets' | 'cycleTicket' | 'cycleOpen' | 'cycleHistory' }
>;

export function openCycleView(view: CycleViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'cycleAssets':
      return keepKind('cycleAssets', new CycleAssetsViewer(deps));
    case 'cycleTicket':
      return keepKind('cycleTicket', new CycleTicketViewer(view, deps));
    case 'cycleOpen':
      return keepKind('cycleOpen', new CycleOpenViewer(view, deps));
    case 'cycleHistory':
      return keepKind('cycleHistory', openCycleHistory(view, deps));
  }
}
