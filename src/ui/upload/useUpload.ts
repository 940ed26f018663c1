import { useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../../domain/index.ts';
import { client } from '../../state/client.ts';
import { asPerson } from '../../state/login.ts';
import { shrinkPicture } from '../../state/pictures.ts';

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

/** Where the id of what has arrived outlives a reload; empty while nothing has. */
export interface KeptUpload {
  readonly id: string;
  readonly keep: (id: string) => void;
}

const NONE: UploadState = { step: 'none' };
let count = 0;

/** One picture that is made smaller, sent and can be taken back. */
export function useUpload(kept?: KeptUpload): Upload {
  const [state, setState] = useState<UploadState>(kept?.id ? { step: 'sent', id: kept.id } : NONE);
  const [preview, setPreview] = useState('');
  const small = useRef<Blob | undefined>(undefined);
  /** The upload in force; what an older one tells is void. */
  const current = useRef('');
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  useEffect(() => () => client.stopUpload(current.current), []);

  const begin = () => {
    client.stopUpload(current.current);
    count += 1;
    current.current = `picture-${count}`;
    kept?.keep('');
    return current.current;
  };
  const send = async (id: string, picture: Blob) => {
    setState({ step: 'sending', percent: 0 });
    const told = (percent: number) => {
      if (current.current === id) setState({ step: 'sending', percent });
    };
    const result = await asPerson(() => client.upload(id, picture, told));
    if (current.current !== id) return;
    if (result.ok) kept?.keep(result.data.id);
    setState(result.ok ? { step: 'sent', id: result.data.id } : { step: 'failed', refusal: result.error });
  };
  const choose = async (file: Blob) => {
    const id = begin();
    small.current = undefined;
    setState({ step: 'shrinking' });
    const picture = await shrinkPicture(file).catch(() => file);
    if (current.current !== id) return;
    if (typeof picture === 'string') {
      setState({ step: 'failed', refusal: { code: picture, message: '' } });
      return;
    }
    small.current = picture;
    setPreview(URL.createObjectURL(picture));
    await send(id, picture);
  };
  return {
    state,
    preview,
    choose: (file) => void choose(file),
    again: () => {
      if (small.current) void send(begin(), small.current);
    },
    clear: () => {
      begin();
      small.current = undefined;
      setPreview('');
      setState(NONE);
    },
  };
}
