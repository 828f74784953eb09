import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

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

/** The look of Stripe's elements: a green primary colour (section 2), and the page's own paper and ink. */
function getAppearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? '#a5d3b5' : '#1f5132',
      colorBackground: isDark ? '#101a15' : '#fbf7ef',
      colorText: isDark ? '#f1ede3' : '#1b1f1c',
      colorTextSecondary: isDark ? '#c4cfc8' : '#43504a',
      colorDanger: isDark ? '#f0a79f' : '#a3231c',
      borderRadius: '3px',
    },
  };
}
