import { useEffect, useRef, useState } from 'react';
import type { PhotoKind, Refusal } from '../../../domain/index.ts';
import { client } from '../../state/client.ts';
import { asUser } from '../../state/login.ts';
import { shrinkPicture } from '../../state/pictures.ts';
import { useObjectUrl } from './useObjectUrl.ts';

/** How far a picture has come. `shrinking`: it is made smaller on the device. */
export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'shrinking' }
  | { readonly step: 'sending'; readonly percent: number }
  | { readonly step: 'sent'; readonly id: string }
  | { readonly step: 'failed'; readonly refusal: Refusal };

export interface Upload {
  readonly state: UploadState;
  /** What is sent or was, to look at; empty before. */
  readonly preview: string;
  readonly choose: (file: Blob) => void;
  /** Sends once more what did not arrive. */
  readonly again: () => void;
  /** Takes it back; the field is empty then. */
  readonly clear: () => void;
}

export interface UploadOptions {
  /** What has arrived on an earlier visit; empty or absent while nothing has. */
  readonly id?: string | undefined;
  /** Called with the id of what arrives, and an empty one when it is taken back: for it to outlive a reload. */
  readonly keep?: (id: string) => void;
  /** Of a photo that proves who somebody is. */
  readonly kind?: PhotoKind;
}

const NONE: UploadState = { step: 'none' };
let count = 0;

/** One picture that is made smaller, sent and can be taken back. */
export function useUpload({ id: kept = '', keep, kind }: UploadOptions = {}): Upload {
  const [state, setState] = useState<UploadState>(kept === '' ? NONE : { step: 'sent', id: kept });
  const [small, setSmall] = useState<Blob>();
  const preview = useObjectUrl(small);
  /** The upload in force; an older one reports in vain. */
  const current = useRef('');
  useEffect(() => () => client.stopUpload(current.current), []);

  const begin = () => {
    client.stopUpload(current.current);
    count += 1;
    current.current = `picture-${count}`;
    keep?.('');
    return current.current;
  };
  const send = async (id: string, picture: Blob) => {
    setState({ step: 'sending', percent: 0 });
    const progressed = (percent: number) => {
      if (current.current === id) setState({ step: 'sending', percent });
    };
    const result = await asUser(() => client.upload(id, picture, progressed, kind));
    if (current.current !== id) return;
    if (result.ok) keep?.(result.data.id);
    setState(result.ok ? { step: 'sent', id: result.data.id } : { step: 'failed', refusal: result.error });
  };
  const choose = async (file: Blob) => {
    const id = begin();
    setSmall(undefined);
    setState({ step: 'shrinking' });
    const picture = await shrinkPicture(file).catch(() => file);
    if (current.current !== id) return;
    if (typeof picture === 'string') {
      setState({ step: 'failed', refusal: { code: picture, message: '' } });
      return;
    }
    setSmall(picture);
    await send(id, picture);
  };
  return {
    state,
    preview,
    choose: (file) => void choose(file),
    again: () => {
      if (small) void send(begin(), small);
    },
    clear: () => {
      begin();
      setSmall(undefined);
      setState(NONE);
    },
  };
}
