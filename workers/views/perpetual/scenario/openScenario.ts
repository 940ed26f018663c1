import type { Observable } from 'rxjs';
import type { ScenarioFrame, ScenarioView } from '../../../protocol.ts';
import type { Projection } from '../../../session/conflate.ts';
import type { ViewDeps } from '../../view.ts';
import { ofPositions } from '../perpetual.ts';
import { scenarioFrames } from './frame.ts';

/** What would become of the futures account, live while a thumb moves. */
export const openScenario = (
  view$: Observable<ScenarioView>,
  deps: ViewDeps,
): Observable<Projection<ScenarioFrame>> =>
  ofPositions<ScenarioView, ScenarioFrame>(scenarioFrames())(view$, deps);
