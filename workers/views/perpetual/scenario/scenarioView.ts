import type { ScenarioFrame, ScenarioView } from '../../../protocol.ts';
import type { Shown } from '../../view.ts';
import { ofPositions } from '../perpetual.ts';
import { scenarioFrames } from './frame.ts';

/** What would become of the futures account, live while a thumb moves. Each visit walks a way of its own. */
export const scenarioView: Shown<'scenario'> = {
  pace: 'focus',
  open: (view$, deps) => ofPositions<ScenarioView, ScenarioFrame>(scenarioFrames())(view$, deps),
};
