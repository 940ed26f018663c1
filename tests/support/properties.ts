import fc from 'fast-check';

/**
 * A list is as long as its `maxLength` allows: by itself the library makes lists of ten at most, whatever stands there, so
 * that a model that says fifty steps takes five.
 *
 * Looking for a smaller counterexample ends in time: one that never came to an end would keep the whole run from
 * saying what failed.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: 300_000,
});
