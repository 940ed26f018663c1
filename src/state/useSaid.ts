import { useRef, useState } from 'react';

/**
 * Words that stand until what they stand beside is another: why one amount was refused is wrong beside the next.
 * @param about as text; what it is when the words are said counts, as an answer may come late. @returns the words, empty
 * where there are none, and what says them.
 */
export function useSaid(about: string): readonly [said: string, say: (words: string) => void] {
  const now = useRef(about);
  now.current = about;
  const [said, setSaid] = useState({ about, words: '' });
  return [said.about === about ? said.words : '', (words) => setSaid({ about: now.current, words })];
}
