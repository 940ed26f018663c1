import { useEffect, useState } from 'react';

/** An address under which the page can show a file; empty without one. It is given back with the component. */
export function useObjectUrl(file: Blob | undefined): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!file) {
      setUrl('');
      return undefined;
    }
    const own = URL.createObjectURL(file);
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [file]);
  return url;
}
