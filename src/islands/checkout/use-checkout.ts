import { useCallback, useEffect, useRef, useState } from 'react';
import { acceptOffer, type Checkout, type PaidOrder, prepareCheckout } from './prepare-checkout.ts';

/** Where somebody without an order is sent, and where the order form is. */
export const ORDER_PAGE = '/nordmann-branches';

/** A checkout and the preparation that has brought it: another one means another card form. */
type Stage = Checkout & { readonly run: number };

/** A mistake of ours is no reason to let the buyer wait for good. */
function refuse(error: unknown): Checkout {
  reportError(error);
  return { step: 'refused', reason: undefined };
}

/**
 * The checkout's course: prepared when the page loads, and again when the buyer asks for it or when the browser
 * brings the page back from its cache. Without an order the page is left.
 */
export function useCheckout() {
  const [checkout, setCheckout] = useState<Stage>({ step: 'preparing', run: 0 });
  const runs = useRef(0);

  const prepare = useCallback(async () => {
    runs.current += 1;
    const run = runs.current;
    setCheckout({ step: 'preparing', run });
    const next = await prepareCheckout().catch(refuse);
    if (run !== runs.current) return;
    if (next.step === 'no-order') location.replace(ORDER_PAGE);
    else setCheckout({ ...next, run });
  }, []);

  useEffect(() => {
    void prepare();
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void prepare();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [prepare]);

  const accept = useCallback(() => {
    if (checkout.step !== 'price-changed') return;
    acceptOffer(checkout.order, checkout.offer);
    void prepare();
  }, [checkout, prepare]);

  const markPaid = useCallback((paid: Omit<PaidOrder, 'step'>) => {
    // What an earlier preparation still brings is out of date.
    runs.current += 1;
    setCheckout({ ...paid, step: 'paid', run: runs.current });
  }, []);

  return { checkout, prepare, accept, markPaid };
}
