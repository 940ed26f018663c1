import fc from 'fast-check';

/**
 * Looking for a smaller counterexample ends in time: one that never came to an end would keep the whole run from
 * saying what failed.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 300_000 });
