import fc from 'fast-check';
import { isLong } from './often.ts';

/**
 * A list is as long as its `maxLength` allows: by itself the library makes lists of ten at most, whatever stands there, so
 * that a model that says fifty steps takes five.
 *
 * Looking for a smaller counterexample ends in time, before the test's own time is over: otherwise nothing would say what
 * has failed.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: isLong ? 300_000 : 40_000,
  // Each day nothing random takes that long unless it stands still.
  markInterruptAsFailure: !isLong,
});
