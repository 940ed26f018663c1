import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followStorage, storageKeys } from '../../state/storage.ts';
import { showToast } from '../../state/toasts.ts';
import type { ChartEngine } from '../chart/engine.ts';
import { DrawingBar } from './DrawingBar.tsx';
import { DrawingTools } from './DrawingTools.tsx';
import type { Drawing, DrawingKind, Point } from './geometry.ts';
import { MOST_DRAWINGS, storeDrawings, storedDrawings } from './storedDrawings.ts';
import { TextSheet } from './TextSheet.tsx';
import { useBoard } from './useBoard.ts';

/** Steps that can be taken back. */
const MOST_UNDONE = 30;

interface DrawingsProps {
  readonly engine: ChartEngine;
  readonly market: string;
  /** The tools are there; else what is drawn can be chosen and moved alone. */
  readonly isDrawing: boolean;
  /** Takes a price of a line into an order; absent: nothing is ordered from here. */
  readonly onPrice?: ((price: string) => void) | undefined;
}

/** What a user has drawn on a market's chart, and the tools for it. */
export default function Drawings({ engine, market, isDrawing, onPrice }: DrawingsProps) {
  const [tool, setTool] = useState<DrawingKind>();
  const [isSnapping, setSnapping] = useState(true);
  const [chosen, setChosen] = useState<number>();
  const [worded, setWorded] = useState<Drawing>();
  const { t } = useTranslation('detail');
  const { drawings, change, undo } = useStoredState(market);
  const board = useBoard(engine, {
    onChange: change,
    onChoose: setChosen,
    onMade: (drawing) => {
      setTool(undefined);
      setChosen(drawing.id);
      if (drawing.kind === 'text') setWorded(drawing);
    },
    onFull: () => {
      setTool(undefined);
      showToast({ id: 'draw:kept', tone: 'bad', title: t('draw.full', { shown: MOST_DRAWINGS }), text: '' });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another engine has another board
  useEffect(() => {
    board.current?.show(drawings);
    board.current?.choose(chosen);
  }, [board, engine, drawings, chosen]);
  const used = isDrawing ? tool : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another engine has another board
  useEffect(() => board.current?.use(used, isSnapping), [board, engine, used, isSnapping]);
  const remove = (id: number) => {
    setChosen(undefined);
    change(drawings.filter((each) => each.id !== id));
  };
  const drawing = drawings.find(({ id }) => id === chosen);
  return (
    <>
      {isDrawing ? (
        <DrawingTools
          tool={tool}
          onTool={(next) => {
            setTool(next === tool ? undefined : next);
            setChosen(undefined);
          }}
          isSnapping={isSnapping}
          onSnapping={setSnapping}
          onUndo={undo}
          onClear={drawings.length === 0 ? undefined : () => change([])}
        />
      ) : null}
      {drawing && !worded ? (
        <DrawingBar
          key={drawing.id}
          drawing={drawing}
          market={market}
          places={board.current?.placesOf(drawing) ?? []}
          offset={offsetOf(engine)}
          onRemove={() => remove(drawing.id)}
          onWord={drawing.kind === 'text' ? () => setWorded(drawing) : undefined}
          onPrice={onPrice}
        />
      ) : null}
      {worded ? (
        <TextSheet
          text={worded.text ?? ''}
          onDone={(text) => {
            setWorded(undefined);
            if (text === '') remove(worded.id);
            else change(drawings.map((each) => (each.id === worded.id ? { ...each, text } : each)));
          }}
        />
      ) : null}
    </>
  );
}

/** Where the chart lies in what it and the tools stand in, px. */
function offsetOf({ parts: { element } }: ChartEngine): Point {
  const [own, frame] = [element, element.closest('[data-drawn]') ?? element].map((each) =>
    each.getBoundingClientRect(),
  );
  return { x: (own?.left ?? 0) - (frame?.left ?? 0), y: (own?.top ?? 0) - (frame?.top ?? 0) };
}

/** Drawings of a market as the device keeps them, and the way back. */
function useStoredState(market: string) {
  const { t } = useTranslation('detail');
  const [drawings, setDrawings] = useState(() => storedDrawings(market));
  const before = useRef<(readonly Drawing[])[]>([]);
  const now = useRef(drawings);
  now.current = drawings;
  // All of a market is written at once: what another tab has drawn would go with the next line here, or with a step back.
  useEffect(
    () =>
      followStorage(storageKeys.drawings, () => {
        const next = storedDrawings(market);
        if (JSON.stringify(next) === JSON.stringify(now.current)) return;
        before.current = [];
        setDrawings(next);
      }),
    [market],
  );
  const keep = (next: readonly Drawing[]) => {
    setDrawings(next);
    if (!storeDrawings(market, next))
      showToast({ id: 'draw:kept', tone: 'bad', title: t('draw.notKept'), text: '' });
  };
  return {
    drawings,
    change: (next: readonly Drawing[]) => {
      before.current = [...before.current, drawings].slice(-MOST_UNDONE);
      keep(next);
    },
    undo: () => {
      const last = before.current.pop();
      if (last) keep(last);
    },
  };
}
