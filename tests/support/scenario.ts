import type { ScenarioAccount, ScenarioWalk } from '../../domain/index.ts';
import { scenarioSteps } from '../../domain/index.ts';

/** All steps of a walk at once. @throws {RangeError} as the steps do. */
export function walkScenario(account: ScenarioAccount): ScenarioWalk {
  const steps = scenarioSteps(account);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
