import { combineLatest, map } from 'rxjs';
import type { ScenarioFrame, ScenarioView } from '../../../protocol.ts';
import { positionsIn } from '../../../streams/positions/index.ts';
import type { ViewSpec } from '../../view.ts';
import { projected, sampled } from '../../view.ts';
import { futuresState } from '../perpetual.ts';
import { recordedDays } from './days.ts';
import type { ScenarioState } from './frame.ts';
import { scenarioFrames } from './frame.ts';
import { ScenarioWalks } from './walks.ts';

/** What would become of the futures account, live while a thumb moves. Each visit walks a way of its own. */
export const scenarioView: ViewSpec<'scenario'> = {
  pace: 'focus',
  open: (view$, deps) => {
    const walks = new ScenarioWalks(deps.clock);
    const made = scenarioFrames(walks);
    return projected<ScenarioView, ScenarioState, ScenarioFrame>({
      state: (views$) =>
        combineLatest([
          futuresState(views$, deps),
          recordedDays(views$, positionsIn(deps.streams), deps),
          sampled(deps, () => walks.advance()),
        ]).pipe(map(([state, days]): ScenarioState => ({ ...state, days }))),
      frame: (view, state, { words }) => made(view, state, words()),
      reads: (frame) => JSON.stringify(frame),
    })(view$, deps);
  },
};
