import { live } from '../live.ts';
import { ofPositions } from '../perpetual/perpetual.ts';
import type { ShownBy } from '../view.ts';
import { ConvertAssetsViewer } from './assetsView.ts';
import { ConvertViewer } from './convertView.ts';
import { conversionsView } from './historyView.ts';
import { ConvertSmallViewer } from './smallView.ts';
import { transferFrame } from './transfer.ts';
import { WorthViewer } from './worthView.ts';

export { exportConversions } from './export.ts';

export const moneyViews: ShownBy<
  'convert' | 'convertAssets' | 'convertSmall' | 'conversions' | 'transfer' | 'worth'
> = {
  convert: { pace: 'focus', open: live((view, deps) => new ConvertViewer(view, deps)) },
  convertAssets: { pace: 'focus', open: live((view, deps) => new ConvertAssetsViewer(view, deps)) },
  convertSmall: { pace: 'focus', open: live((view, deps) => new ConvertSmallViewer(view, deps)) },
  conversions: { pace: 'focus', open: conversionsView },
  transfer: { pace: 'focus', open: ofPositions(transferFrame) },
  worth: { pace: 'focus', open: live((view, deps) => new WorthViewer(view, deps)) },
};
