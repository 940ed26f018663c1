import type { ViewKind } from '../../protocol.ts';
import { ofPositions } from '../perpetual/perpetual.ts';
import type { ViewSpecs } from '../view.ts';
import { convertAssetsView } from './assetsView.ts';
import { convertView } from './convertView.ts';
import { conversionsView } from './historyView.ts';
import { convertSmallView } from './smallView.ts';
import { transferFrame } from './transfer.ts';
import { worthView } from './worthView.ts';

export { exportConversions } from './export.ts';

export const moneyViews = {
  convert: { pace: 'focus', open: convertView },
  convertAssets: { pace: 'focus', open: convertAssetsView },
  convertSmall: { pace: 'focus', open: convertSmallView },
  conversions: { pace: 'focus', open: conversionsView },
  transfer: { pace: 'focus', open: ofPositions(transferFrame) },
  worth: { pace: 'focus', open: worthView },
} satisfies Partial<ViewSpecs<ViewKind>>;
