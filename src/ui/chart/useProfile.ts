import { useCallback, useEffect, useRef, useState } from 'react';
import type { CandlesFrame, ProfileFrame, TimeRange } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { followTokens } from './chartStyle.ts';
import type { ChartEngine } from './engine.ts';
import type { ProfileBoard } from './profile/profileBoard.ts';

const loadBoard = lazyChunk(() => import('./profile/profileBoard.ts'));

/**
 * Volume by price on a chart, for as long as both are wanted. @returns the range that is to be requested, where the
 * engine is handed in, and what takes each frame.
 */
export function useProfile(isOn: boolean): {
  readonly range: TimeRange | undefined;
  readonly onEngine: (engine: ChartEngine | undefined) => void;
  readonly take: (frame: CandlesFrame) => void;
} {
  const [engine, onEngine] = useState<ChartEngine>();
  const [range, setRange] = useState<TimeRange>();
  const board = useRef<ProfileBoard>(undefined);
  const shown = useRef<ProfileFrame>(undefined);
  useEffect(() => {
    if (!engine || !isOn) return undefined;
    let isGone = false;
    let unfollow: () => void = () => undefined;
    loadBoard().then(
      ({ ProfileBoard: Board }) => {
        if (isGone) return;
        const made = new Board(engine.parts, {
          onRange: (next) =>
            setRange((before) => (before?.from === next?.from && before?.to === next?.to ? before : next)),
        });
        board.current = made;
        made.show(shown.current);
        unfollow = followTokens(() => made.restyle());
      },
      // The chart stays what it is; the switch can be tried again.
      () => undefined,
    );
    return () => {
      isGone = true;
      unfollow();
      board.current?.destroy();
      board.current = undefined;
      shown.current = undefined;
      setRange(undefined);
    };
  }, [engine, isOn]);
  const take = useCallback(({ profile }: CandlesFrame) => {
    if (profile === undefined) return;
    shown.current = profile ?? undefined;
    board.current?.show(shown.current);
  }, []);
  return { range, onEngine, take };
}
