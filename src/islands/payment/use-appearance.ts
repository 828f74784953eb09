import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { getAppearance } from './appearance.ts';

/** The look of Stripe's elements, which changes with the page when the system turns dark or light. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(getAppearance);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(getAppearance());
    dark.addEventListener('change', update);
    return () => dark.removeEventListener('change', update);
  }, []);
  return appearance;
}
