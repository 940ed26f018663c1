import type { LucideIcon } from 'lucide-react';
import {
  AlignJustify,
  Magnet,
  Minus,
  MoveUpRight,
  RectangleHorizontal,
  Ruler,
  Trash2,
  TrendingUp,
  Type,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { look } from '../look.ts';
import type { DrawingKind } from './geometry.ts';
import { drawingKinds } from './geometry.ts';
import { useDrawingNames } from './useDrawingNames.ts';

const ICONS: Readonly<Record<DrawingKind, LucideIcon>> = {
  level: Minus,
  trend: TrendingUp,
  ray: MoveUpRight,
  box: RectangleHorizontal,
  fibonacci: AlignJustify,
  measure: Ruler,
  text: Type,
};
const SIZE = 20;

interface DrawingToolsProps {
  readonly tool: DrawingKind | undefined;
  readonly onTool: (tool: DrawingKind) => void;
  readonly isSnapping: boolean;
  readonly onSnapping: (isOn: boolean) => void;
  readonly onUndo: () => void;
  /** Absent while there is nothing to take away. */
  readonly onClear: (() => void) | undefined;
}

/** What can be drawn, in a column beside the chart. */
export function DrawingTools(props: DrawingToolsProps) {
  const { tool, onTool, isSnapping, onSnapping, onUndo, onClear } = props;
  const { t } = useTranslation('detail');
  const names = useDrawingNames();
  return (
    <div
      className={look('grid scrolls rigid ground1')}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('draw.tools')}
    >
      {drawingKinds.map((kind) => {
        const Icon = ICONS[kind];
        return (
          <IconButton
            key={kind}
            look={kind === tool ? 'accent' : 'plain'}
            label={names[kind]}
            aria-pressed={kind === tool}
            onClick={() => onTool(kind)}
          >
            <Icon size={SIZE} aria-hidden="true" />
          </IconButton>
        );
      })}
      <IconButton
        look={isSnapping ? 'accent' : 'plain'}
        label={t('draw.snap')}
        aria-pressed={isSnapping}
        onClick={() => onSnapping(!isSnapping)}
      >
        <Magnet size={SIZE} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('draw.undo')} onClick={onUndo}>
        <Undo2 size={SIZE} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('draw.clear')} disabled={!onClear} onClick={onClear}>
        <Trash2 size={SIZE} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
