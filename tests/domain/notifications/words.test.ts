import { describe, expect, it } from 'vitest';
import { notificationGroups, notificationKinds } from '../../../domain/index.ts';

describe('groups of notifications', () => {
  it('hold every kind once', () => {
    expect(Object.values(notificationGroups).flat().toSorted()).toEqual(notificationKinds.toSorted());
  });
});
