import { useEffect, useRef, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import { login } from './login.ts';
import { forgetModels, models } from './recentMap.ts';

// Nothing that was shown to somebody stays for the next.
subscribeKey(login, 'token', forgetModels);

/** A model that a screen shows, as it was left. @param name of what it shows now; absent: it is not kept. */
export function useStoredModel<M extends object>(name: string | undefined, make: () => M): M {
  const [model] = useState(
    () => ((name !== undefined && models.get(name)) as M | false | undefined) || make(),
  );
  const now = useRef(name);
  now.current = name;
  const [token] = useState(() => login.token);
  useEffect(
    () => () => {
      if (now.current !== undefined && login.token === token) models.put(now.current, model);
    },
    [model, token],
  );
  return model;
}
