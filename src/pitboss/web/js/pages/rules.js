// The page of rules is plain HTML; this only puts on the chosen theme.

import { apply } from "../lib/settings.js";

apply();
