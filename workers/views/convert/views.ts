import type { View } from '../../protocol.ts';
import { DeskViewer } from '../perpetual/viewer.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { ConvertAssetsViewer } from './assetsView.ts';
import { ConvertViewer } from './convertView.ts';
import { openConversions } from './historyView.ts';
import { ConvertSmallViewer } from './smallView.ts';
import { transferFrame } from './transfer.ts';
import { WorthViewer } from './worthView.ts';

export { exportConversions } from './export.ts';

/** Views about money that goes from one asset or account to another, and what it is worth. */
export type MoneyViews = Extract<
  View,
  { kind: 'convert' | 'convertAssets' | 'convertSmall' | 'conversions' | 'transfer' | 'worth' }
>;

export function openMoneyView(view: MoneyViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'convert':
      return keepKind('convert', new ConvertViewer(view, deps));
    case 'convertAssets':
      return keepKind('convertAssets', new ConvertAssetsViewer(view, deps));
    case 'convertSmall':
      return keepKind('convertSmall', new ConvertSmallViewer(view, deps));
    case 'conversions':
      return keepKind('conversions', openConversions(view, deps));
    case 'transfer':
      return keepKind('transfer', new DeskViewer(view, deps, transferFrame));
    case 'worth':
      return keepKind('worth', new WorthViewer(view, deps));
  }
}
