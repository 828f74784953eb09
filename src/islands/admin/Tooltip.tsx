import * as Radix from '@radix-ui/react-tooltip';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';

// More words on the hovered or focused element. It needs script and does not appear on touch screens, so the same
// information must be elsewhere too. There, a hundred of them took a fifth of the time until the orders were seen.

/** Goes around everything with tooltips. The delays are section 9's. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  readonly text: string;
  /** A button. */
  readonly children: ReactElement;
}

export function Tooltip(props: TooltipProps) {
  return CAN_HOVER ? <RadixTooltip {...props} /> : props.children;
}

const CAN_HOVER = globalThis.matchMedia?.('(any-hover: hover)').matches;

function RadixTooltip({ text, children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const change = (isWanted: boolean) => {
    // Radix closes the tooltip when the page scrolls, and focusing an off-screen button scrolls the page.
    const hasScrolled = window.event?.type === 'scroll';
    if (isWanted || !hasScrolled || !trigger.current?.matches(':focus-visible')) setOpen(isWanted);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={change}>
      <Radix.Trigger asChild ref={trigger}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
