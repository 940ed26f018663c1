import { hostname, userInfo } from 'node:os';

/**
 * Who runs a command, as it is written down: the user behind sudo where there is one, else the process's own; its number
 * where the system knows no name for it, as in a container that is given a user id of its own.
 * @param env of the process. @param systemName the user's name, or throws where the system knows none.
 */
export function operatorName(
  env: Readonly<Record<string, string | undefined>>,
  systemName: () => string = () => userInfo().username,
): string {
  return `${env['SUDO_USER'] || nameOr(systemName, `user ${process.getuid?.() ?? 'unknown'}`)}@${hostname()}`;
}

function nameOr(systemName: () => string, otherwise: string): string {
  try {
    return systemName();
  } catch {
    return otherwise;
  }
}
