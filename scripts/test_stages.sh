# The stages of scripts/test and scripts/nightly; sourced after lib.sh and test_venv.sh. Each stage
# leaves a JUnit file in build/test-results and its output in build/logs.

results=$build/test-results
stages=()
mkdir -p "$build/logs"
rm -rf "$results" && mkdir -p "$results"

# Prints the totals whatever happened, as the last line, and ends with their status.
finish() {
  local status=$?
  trap - EXIT
  if [ $status != 0 ] || [ ${#stages[@]} = 0 ]; then
    stages+=(setup)
  fi
  step "Totals; JUnit files are in $results"
  python3 "$root/scripts/junit_totals.py" "$results" "${stages[@]}" || exit 1
  exit 0
}

# stage NAME COMMAND...: a failing stage does not stop the next ones.
stage() {
  local name=$1 log=$build/logs/test-$1.log
  shift
  stages+=("$name")
  step "Testing: $name"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 60 "$log"
  fi
}

ctest_stage() {
  local name=$1 folder=$2
  shift 2
  stage "$name" ctest --test-dir "$folder" -j "$jobs" --output-on-failure --no-tests=error \
    --output-junit "$results/$name.xml" "$@"
}

lit_stage() {
  local name=$1 folder=$2
  shift 2
  stage "$name" "$venv/bin/lit" -v -j "$jobs" --timeout 120 \
    --xunit-xml-output "$results/$name.xml" "$@" "$folder/test/lit"
}

conformance_stage() {
  local name=$1 folder=$2
  shift 2
  stage "$name" python3 "$root/test/conformance/run" --build "$folder" \
    --python "$venv/bin/python" --oracle-cache "$build/oracle-cache" -j "$jobs" \
    --junit "$results/$name.xml" "$@"
}

# Training programs as their authors write them, of which each says how much of its steps runs in tier 2.
trainings_stage() {
  local programs
  mapfile -t programs < <(grep -l "^# tier2" "$root"/test/conformance/programs/{tutorials,models}/*.py)
  conformance_stage trainings "$build" --specialise "$@" "${programs[@]}"
}

# As users run a program: three times with one cache. Of the tutorials about half; the nightly run has all.
three_runs_stage() {
  local tutorials=$root/test/conformance/programs/tutorials
  conformance_stage three-runs "$build" --three-runs "$@" \
    "$root"/test/conformance/programs/{three_runs,reported} \
    "$tutorials"/{bert_mlm,cvae_labels,dqn_replay,gpt_kv_lora,neural_style,realnvp_flow,recommender_bpr}.py \
    "$tutorials"/{script_modules,simclr_triplet,sparse_embeddings,tabular_mdn,wgan_gp_cycle,word_lm}.py
}

# Programs that a generator writes: NAME GENERATOR "OPTIONS OF run" FIRST END [OPTIONS OF THE GENERATOR].
generated_stage() {
  local name=$1 generator=$2 programs=$build/generated-$1
  local -a how
  read -ra how <<< "$3"
  rm -rf "$programs"
  "$root/test/conformance/$generator" "$programs" "${@:4}"
  conformance_stage "$name" "$build" "${how[@]}" "$programs"
}

# Random training steps, of the seeds FIRST to END.
random_stage() {
  generated_stage random random_steps "--specialise --sweep" "$@"
}

# Programs that change their world, of the seeds FIRST to END: twelve sections each, run three times.
# The code is not optimised: compiling it would take most of the time.
worlds_stage() {
  generated_stage worlds world_changes "--three-runs --flag=-O0" "$@"
}

# Random statements, of the seeds FIRST to END: eight functions each, run three times, not optimised either.
programs_stage() {
  generated_stage programs random_programs "--three-runs --flag=-O0" "$@"
}

# Random loops, of the seeds FIRST to END: eight functions each, half of them with gradients.
loops_stage() {
  generated_stage loops random_loops "--three-runs --flag=-O0" "$@"
}

# Random views, writes in place and histories, of the seeds FIRST to END.
views_stage() {
  generated_stage views random_views "--three-runs --flag=-O0" "$@"
}

# Random trainings, of the seeds FIRST to END: four sections each, in double precision: trainings amplify rounding.
random_trainings_stage() {
  generated_stage random-trainings random_trainings "--three-runs --flag=-O0" "$@" --without float32
}

# Random recursions over trees, the programs FIRST to END.
trees_stage() {
  generated_stage trees random_trees "--three-runs --flag=-O0" "$@"
}

# Random recursions over calls, the programs FIRST to END: three functions each, most with gradients.
calls_stage() {
  generated_stage calls random_calls "--three-runs --flag=-O0" "$@"
}

# One expression a function, on state that changes, the programs FIRST to END.
expressions_stage() {
  generated_stage expressions expressions "--three-runs --flag=-O0" "$@"
}

# Random chains of operations over layouts and aliases, of the seeds FIRST to END.
layouts_stage() {
  generated_stage layouts random_layouts "--three-runs" "$@"
}

# Random uses of few weights in many products, of the seeds FIRST to END.
products_stage() {
  generated_stage products random_products "--specialise --sweep" "$@"
}

# Graphs of training steps, evaluated with PyTorch, against the steps themselves.
graph_stage() {
  stage graphs "$venv/bin/python" "$root/test/graphs/check.py" --janusc "$build/bin/janusc" \
    --junit "$results/graphs.xml" "$root"/test/graphs/programs/*.py
}

# PyTorch's operator database: functions called in generic code, loops around them, which are specialised, and loops whose
# calls change an argument after the profile.
operator_stages() {
  stage opdb "$venv/bin/python" "$root/test/opdb/check" --build "$build" -j "$jobs" \
    --junit "$results/opdb.xml" "$@"
  stage opdb-specialised "$venv/bin/python" "$root/test/opdb/check_specialised" --build "$build" \
    -j "$jobs" --junit "$results/opdb-specialised.xml" "$@"
  stage opdb-changes "$venv/bin/python" "$root/test/opdb/check_specialised" --build "$build" \
    -j "$jobs" --changes 0 1 --junit "$results/opdb-changes.xml" "$@"
}

# Types, gradients, second gradients and devices of PyTorch's operators, as docs/ops.md says.
support_stage() {
  stage support "$venv/bin/python" "$root/test/opdb/support" --build "$build" -j "$jobs" --junit "$results/support.xml"
}

# PyTorch's databases of modules and optimizers, and the names of its modules.
layer_stages() {
  stage layers "$venv/bin/python" "$root/test/opdb/check_layers" --build "$build" \
    --junit "$results/layers.xml" "$@"
  stage names "$venv/bin/python" "$root/test/opdb/names" --build "$build" --junit "$results/names.xml"
}

# Losses of 20 networks, step by step, against python3's.
curves_stage() {
  stage curves "$root/test/conformance/loss_curves" --build "$build" --python "$venv/bin/python" -j "$jobs" \
    --junit "$results/curves.xml"
}

# CPython's own tests of the standard library; the table stands in build/cpython-tests.txt.
cpython_stage() {
  stage cpython "$root/test/cpython/run" --build "$build" --python "$venv/bin/python" -j "$jobs" \
    --table "$build/cpython-tests.txt" --junit "$results/cpython.xml" "$@"
}

# What docs/adding.md says, done to a copy of the tree.
adding_stage() {
  stage adding "$root/test/adding/check" --build "$build" -j "$jobs" --junit "$results/adding.xml"
}

# From here on programs note which operations have run, in which tier.
note_operations() {
  export JANUS_OPERATIONS=$build/operations.txt
  rm -f "$JANUS_OPERATIONS"
}

# Whether each row of the op table was among them.
rows_stage() {
  JANUSC_OPERATIONS_SEEN=$JANUS_OPERATIONS stage rows "$build/bin/unit-exec" \
    --gtest_filter="EveryRow.*" --gtest_output="xml:$results/rows.xml"
  unset JANUS_OPERATIONS
}

# The runtime and a fixed twentieth of the programs under AddressSanitizer and
# UndefinedBehaviorSanitizer. The compiler is the one already built; what it compiles is checked, too.
sanitized_runtime_stages() {
  local folder=$root/build-asan
  export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
  configure "$folder" asan -DJANUSC_LIT="$venv/bin/lit" -DJANUSC_DEPS_DIR="$build/_deps" $(of_new_folder "$folder") \
    -DJANUSC_TOOL="$build/bin/janusc"
  compile "$folder" all unit-tests
  ctest_stage asan-unit "$folder" -L unit
  CXX="c++ -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer" \
    conformance_stage asan-conformance "$folder" --flag=-O0 --part 1/20
}

# What threads do with modules, under ThreadSanitizer, the modules included. One thread in kernels:
# those of OpenMP wait for work by spinning, which takes minutes under the sanitizer and shows nothing,
# because neither it nor oneDNN is instrumented.
thread_sanitizer_stage() {
  local folder=$root/build-tsan
  configure "$folder" tsan -DJANUSC_DEPS_DIR="$build/_deps" -DJANUSC_TOOL="$build/bin/janusc"
  CXX="c++ -fsanitize=thread" compile "$folder" host-tests
  OMP_NUM_THREADS=1 TSAN_OPTIONS=halt_on_error=1 \
    stage tsan "$folder/bin/host-tests" --gtest_filter="Threads.*:Memory.StaysFlat" \
    --gtest_output="xml:$results/tsan.xml"
}

# Everything, the compiler included.
sanitizer_stages() {
  local folder=$root/build-asan-all
  export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
  configure "$folder" asan -DJANUSC_LIT="$venv/bin/lit" -DJANUSC_DEPS_DIR="$build/_deps" $(of_new_folder "$folder")
  compile "$folder" all unit-tests
  ctest_stage asan-unit "$folder" -L unit
  lit_stage asan-lit "$folder"
  conformance_stage asan-conformance "$folder"
  conformance_stage asan-examples "$folder" --run "$root"/examples/*.py "$root"/examples/packages/*.py
}

# A new folder is built whole, for which what a compiler cache has is seldom of use.
of_new_folder() {
  [ -e "$1/CMakeCache.txt" ] || echo -DJANUSC_FAST_FULL_BUILD=ON
}

prepare() {
  apt_packages "${build_packages[@]}" "${test_packages[@]}"
  test_venv
  configure "$build" release -DJANUSC_LIT="$venv/bin/lit" -DJANUSC_ORACLE="$venv/bin/python" \
    -DJANUSC_WARNINGS_ARE_ERRORS=ON $(of_new_folder "$build")
  compile "$build" all unit-tests
}
