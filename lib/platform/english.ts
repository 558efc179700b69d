import "server-only";
import * as z from "zod/mini";

/**
 * English for what a contract refuses without words of its own. The small zod has no language unless it is given one, and
 * only the server gives it: screens show sentences of ours alone.
 */
z.config(z.locales.en());
