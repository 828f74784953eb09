import type { TrackedEvent } from '#domain/analytics.ts';

declare global {
  /** The text of src/domain/speculation-rules.ts, which the build inlines. */
  const SPECULATION_RULES: string;

  /** The folder with the content files, absolute. Only pages that are being built may read it. */
  const CONTENT_DIR: string;

  /** The font of the pictures for shared links, absolute. */
  const SERIF_FILE: string;

  interface Window {
    /** Sends an event; missing if the browser asks not to be tracked. */
    trackEvent?: (event: TrackedEvent) => void;
  }

  // In browsers that have them; TypeScript does not know them yet.
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
    readonly connection?: { readonly saveData: boolean; readonly effectiveType: string };
  }

  interface Document {
    readonly prerendering?: boolean;
  }
}
