import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { operatorName } from '../../../server/host/device/operatorName.ts';

const unknown = (): string => {
  throw new Error('uv_os_get_passwd returned ENOENT');
};

describe('who runs an operator’s command', () => {
  it('is the user behind sudo', () => {
    expect(operatorName({ SUDO_USER: 'ann' }, () => 'root')).toBe(`ann@${hostname()}`);
  });

  it('is the user of the process', () => {
    expect(operatorName({}, () => 'tidemark')).toBe(`tidemark@${hostname()}`);
    expect(operatorName({ SUDO_USER: '' }, () => 'tidemark')).toBe(`tidemark@${hostname()}`);
  });

  it('is a number where the system has no name for it', () => {
    expect(operatorName({}, unknown)).toBe(`user ${process.getuid?.()}@${hostname()}`);
  });
});
