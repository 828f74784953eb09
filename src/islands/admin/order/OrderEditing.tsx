import type { ReactNode } from 'react';
import { useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { ConfirmationAgain } from './ConfirmationAgain.tsx';
import { EditForm } from './EditForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import { OfOrder } from './OfOrder.tsx';

/** What the farm writes about an order, and changes in it. */
export function OrderEditing({ order }: { readonly order: OrderListItem }) {
  return (
    <>
      <NoteForm order={order} />
      <Fold
        name={
          <>
            Edit name, address or message
            <OfOrder order={order} />
          </>
        }
      >
        <EditForm order={order} />
      </Fold>
      <ConfirmationAgain order={order} />
    </>
  );
}

/** Renders its content once it has been opened, and then keeps what is typed in it. */
function Fold({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="admin-fold" onToggle={() => setOpened(true)}>
      <summary>{name}</summary>
      {wasOpened && children}
    </details>
  );
}
